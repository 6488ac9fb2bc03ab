import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readWarnings } from '../../client/warnings.js';
import { readTextFile } from '../../files/text-file.js';
import type { Dependencies } from '../dependencies.js';
import { plain } from './output.js';

const ofToken = /^The access token (\w+) ends at (\S+Z)/;
const dayMs = 86_400_000;
const maxBytes = 1_000_000;

type Teller = Pick<Dependencies, 'info'> & {
  readonly session: Pick<Dependencies['session'], 'configFolder' | 'now'>;
};

/**
 * Returns a function that prints the warnings of a response: each text once, and the expiry of a token once a day. A
 * file in the configuration folder stores the time of the last warning.
 */
export function warningTeller({ info, session }: Teller): (headers: Headers) => Promise<void> {
  const told = new Set<string>();
  const tell = async (text: string) => {
    if (told.has(text)) return;
    told.add(text);
    const [, id, end] = ofToken.exec(text) ?? [];
    if (id === undefined) info(`warning: ${plain(text)}`);
    else if (await isFirstOfDay(session.configFolder, id, session.now()))
      info(`warning: the access token ${id} expires at ${end}: \`catalog token rotate\` replaces it`);
  };
  return async (headers) => {
    for (const text of readWarnings(headers)) await tell(text);
  };
}

/** Whether the last warning about a token is a day old. Stores the time of this warning, if the folder is writable. */
async function isFirstOfDay(folder: string, id: string, now: number): Promise<boolean> {
  const file = join(folder, 'told.json');
  const known = await readTimes(file);
  const last = known[id];
  // A clock that was set back must not silence the warning.
  if (last !== undefined && last <= now && now - last < dayMs) return false;
  const recent = Object.entries(known).filter(([, time]) => time <= now && now - time < dayMs);
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, JSON.stringify(Object.fromEntries([...recent, [id, now]])), { mode: 0o600 });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
  return true;
}

/** The time of the last warning about each token, by the token's id, in ms. A damaged file counts as empty. */
async function readTimes(file: string): Promise<Record<string, number>> {
  try {
    const entries = Object.entries(JSON.parse(await readTextFile(file, maxBytes)));
    return Object.fromEntries(
      entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  } catch {
    return {};
  }
}
