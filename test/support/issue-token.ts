import { argon2id, hash } from 'argon2';
import { issueDeps } from '../../src/access-tokens/access-tokens.js';
import { tokenIssuing } from '../../src/access-tokens/issue.js';
import type { Deps } from '../../src/deps.js';

/** The least that argon2 allows. The catalog verifies a text by the parameters in its hash. */
const parameters = { type: argon2id, memoryCost: 1_024, timeCost: 2, parallelism: 1 } as const;

/**
 * Issues tokens as the command on the server does, for a twentieth of the processor time. With the catalog's own
 * parameters, the users of tests would take a fifth of the time of all tests.
 */
export const quickTokens = (deps: Pick<Deps, 'db' | 'config' | 'clock'>) =>
  tokenIssuing(issueDeps(deps, { hash: (text) => hash(text, parameters) })).issue;
