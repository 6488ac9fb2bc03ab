import type { z } from 'zod';
import type { AuditTarget } from '../core/audit-target.js';

type Settings<Name extends string, Value = string> = { readonly [name in Name]?: Value | undefined };

/** The operator brings the first token, or the service writes it. */
export function checkTokenFiles(
  {
    BOOTSTRAP_TOKEN_FILE: output,
    BOOTSTRAP_TOKEN_INPUT_FILE: input,
  }: Settings<'BOOTSTRAP_TOKEN_FILE' | 'BOOTSTRAP_TOKEN_INPUT_FILE'>,
  context: z.RefinementCtx,
): void {
  if (output === undefined || input === undefined) return;
  context.addIssue({
    code: 'custom',
    path: ['BOOTSTRAP_TOKEN_INPUT_FILE'],
    message:
      'cannot be set together with BOOTSTRAP_TOKEN_FILE: the service reads the first token from this file, or writes it to ' +
      'the other one. Unset one of them',
  });
}

/** Audit events on standard output are JSON lines for programs, which cannot read a log for people between them. */
export function checkStdout(
  {
    AUDIT_STREAM: target,
    LOG_FORMAT: format,
  }: Settings<'LOG_FORMAT'> & Settings<'AUDIT_STREAM', AuditTarget>,
  context: z.RefinementCtx,
): void {
  if (target?.kind !== 'stdout' || format !== 'pretty') return;
  context.addIssue({
    code: 'custom',
    path: ['LOG_FORMAT'],
    message:
      'cannot be set together with AUDIT_STREAM=stdout, which needs a log of JSON lines. Unset LOG_FORMAT',
  });
}

/** A trusted issuer needs all of its settings. */
export function checkExternalIssuer(
  {
    EXTERNAL_ISSUER,
    EXTERNAL_AUDIENCE,
    EXTERNAL_JWKS_URL,
    EXTERNAL_JWKS_FILE,
  }: Settings<'EXTERNAL_ISSUER' | 'EXTERNAL_JWKS_URL' | 'EXTERNAL_JWKS_FILE'> &
    Settings<'EXTERNAL_AUDIENCE', readonly string[]>,
  context: z.RefinementCtx,
): void {
  const parts = { EXTERNAL_ISSUER, EXTERNAL_AUDIENCE, EXTERNAL_JWKS_URL, EXTERNAL_JWKS_FILE };
  const given = Object.entries(parts).filter(([, value]) => value?.length);
  if (given.length === 0) return;
  const isWhole = given.length === 3 && !EXTERNAL_JWKS_URL !== !EXTERNAL_JWKS_FILE;
  if (isWhole) return;
  context.addIssue({
    code: 'custom',
    path: [given[0]![0]],
    message:
      'is one of three settings that must be set together: EXTERNAL_ISSUER, EXTERNAL_AUDIENCE, and either ' +
      'EXTERNAL_JWKS_URL or EXTERNAL_JWKS_FILE',
  });
}
