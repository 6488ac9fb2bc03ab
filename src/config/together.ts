import type { z } from 'zod';

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
