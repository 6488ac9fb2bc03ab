import { type Command, Option } from 'commander';
import { type TokenDuration, tokenDurations } from '../access-tokens/token.js';
import type { Dependencies } from './dependencies.js';
import { withCatalog } from './with-catalog.js';

interface Options {
  actor: string;
  duration: TokenDuration;
  name: string;
  scope?: string[];
}

/** Checks no policy, because who runs this can read the database anyway. */
export function tokenCreateCommand(token: Command, deps: Dependencies): void {
  token
    .command('create')
    .description('create an access token and print its text, and nothing else, to standard output')
    .option('--local', 'write to the database itself, as this account may; the only way so far')
    .requiredOption('--actor <urn>', 'the user that the token acts as, such as urn:li:corpuser:admin')
    .addOption(
      new Option('--duration <duration>', 'how long the token lives')
        .choices(Object.keys(tokenDurations))
        .makeOptionMandatory(),
    )
    .option('--name <name>', "the token's name", 'created on the command line')
    .option('--scope <scope...>', 'what the token may do at most: READ, WRITE, or names of privileges')
    .action(({ actor: actorUrn, duration, name, scope: scopes }: Options) =>
      withCatalog(deps, async ({ services }) => {
        const { text } = await services.tokens.issue({ actorUrn, duration, name, scopes });
        deps.print(text);
      }),
    );
}
