import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.js';
import { CatalogError } from '../core/errors.js';
import { secretStart } from '../core/text.js';
import { makeFolder } from '../db/embedded/private-folder.js';
import { syncFolder, writePrivateFile } from '../files/private-file.js';
import { readTextFileSync } from '../files/text-file.js';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const maxFileBytes = 4_096;

/** Why a secret cannot be encrypted or decrypted. The message is for callers; the detail, with the path, for the log. */
const unusable = (message: string, detail: string) =>
  new CatalogError('SERVER_ERROR', `${message}. Check SECRETS_KEY_FILE; the log says more.`, { detail });

export type Secrets = ReturnType<typeof secretBox>;

/** The encrypted secrets of a webhook. */
export interface Signing {
  readonly id: string;
  readonly secret: string;
  /** The one before the last rotation; null: there is none. */
  readonly previousSecret: string | null;
  /** Until when it signs too, in ms since the epoch. */
  readonly previousSecretUntil: number | null;
}

/**
 * Encrypts the secrets of webhooks with a key that is not in the database, but in a file: that of SECRETS_KEY_FILE, or
 * one beside the first access token.
 */
export function secretBox({ SECRETS_KEY_FILE, BOOTSTRAP_TOKEN_FILE, DATA_DIR }: Config) {
  const besideToken = () =>
    join(dirname(BOOTSTRAP_TOKEN_FILE ?? join(DATA_DIR, 'bootstrap-token')), 'secrets-key');
  const file = resolve(SECRETS_KEY_FILE ?? besideToken());
  let key: Buffer | undefined;

  function read(): Buffer {
    if (key) return key;
    let text: string;
    try {
      text = readTextFileSync(file, maxFileBytes);
    } catch (error) {
      throw unusable('The key of the secrets cannot be read', (error as Error).message);
    }
    const found = Buffer.from(text.trim(), 'base64');
    if (found.length !== keyBytes)
      throw unusable('The key of the secrets is damaged', `${file} is not ${keyBytes} bytes in base64`);
    key = found;
    return found;
  }

  /** @throws SERVER_ERROR when the key is not that of `encrypt` */
  function decrypt(encrypted: string, id: string): string {
    const bytes = Buffer.from(encrypted, 'base64');
    const found = read();
    try {
      const decipher = createDecipheriv(algorithm, found, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(id))
        .setAuthTag(bytes.subarray(-tagBytes));
      const text = decipher.update(bytes.subarray(ivBytes, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      throw unusable(
        'The secret of the webhook was encrypted with another key',
        `the key in ${file} does not decrypt the secret of webhook ${id}`,
      );
    }
  }

  return {
    /** Makes the file of the key if there is none. Of several processes, one does this. @throws SERVER_ERROR */
    makeKey(): void {
      if (existsSync(file)) return;
      const draft = `${file}.${process.pid}.unfinished`;
      try {
        makeFolder(dirname(file));
        rmSync(draft, { force: true });
        writePrivateFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`);
        // Unlike a rename, this never replaces the key of another process.
        linkSync(draft, file);
        syncFolder(dirname(file));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
        throw unusable('The key of the secrets cannot be written', `${file}: ${(error as Error).message}`);
      } finally {
        rmSync(draft, { force: true });
      }
    },

    /** @param id of the webhook, to which the result is bound @throws SERVER_ERROR without a key */
    encrypt(secret: string, id: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, read(), iv).setAAD(Buffer.from(id));
      const parts = [iv, cipher.update(secret, 'utf8'), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64');
    },

    decrypt,

    /** Returns the secrets that sign at a time, the newest first. @throws SERVER_ERROR as `decrypt` does */
    decryptValid({ id, secret, previousSecret, previousSecretUntil }: Signing, now: number): string[] {
      const hasPrevious = previousSecret !== null && (previousSecretUntil ?? 0) > now;
      return (hasPrevious ? [secret, previousSecret] : [secret]).map((one) => decrypt(one, id));
    },
  };
}

/** Returns a new secret, as Standard Webhooks writes it. */
export const newSecret = (): string => `${secretStart}${randomBytes(keyBytes).toString('base64')}`;

/** Returns the signature of one attempt, of which the header `webhook-signature` has one or several. @param timestamp seconds since the epoch */
export function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(secretStart.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
