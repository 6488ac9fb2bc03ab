/** How long before the expiry of a long-lived token responses start to warn about it, in ms. */
const soonMaxMs = 7 * 86_400_000;

/** Returns when a token ends, if that is soon: in the last fifth of its life, and within 7 days. Null: not soon. */
export function endsSoon(
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number | null },
  now: number,
): number | null {
  if (expiresAt === null) return null;
  return expiresAt - now <= Math.min((expiresAt - createdAt) / 5, soonMaxMs) ? expiresAt : null;
}
