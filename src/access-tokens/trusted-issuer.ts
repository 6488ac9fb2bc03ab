/** The trusted issuer of JSON Web Tokens. */
export interface TrustedIssuer {
  readonly issuer: string;
  /** A token must be for one of them. */
  readonly audiences: readonly string[];
  /** Where the issuer's public keys are: an address, or a file. */
  readonly keys: { readonly url: string; readonly proxy?: string | undefined } | { readonly file: string };
  /** Names of asymmetric algorithms. */
  readonly algorithms: readonly string[];
  /** The claim that has the id of the user. */
  readonly userClaim: string;
  /** How long a token may live in all. */
  readonly maxSeconds: number;
}

/** The claims of a valid JSON Web Token about its caller. */
export interface ExternalCaller {
  /** The URN of the user. */
  readonly urn: string;
  /** When the token ends, in ms since the epoch. */
  readonly expiresAt: number;
}

/**
 * Returns the caller that a JSON Web Token names. @throws UNAUTHENTICATED when it is not valid; `detail` has the reason
 */
export type VerifyJwt = (text: string) => Promise<ExternalCaller>;

const maxTextLength = 8_192;

/** Whether a text has the form of a signed JSON Web Token, which no access token has. */
export const isJwt = (text: string): boolean =>
  text.length <= maxTextLength && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
