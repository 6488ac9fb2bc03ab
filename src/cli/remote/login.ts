import type { Command } from 'commander';
import { isLoopback } from '../../config.js';
import type { Dependencies } from '../dependencies.js';
import { type CallOptions, clientFor, saveLogin, secret } from './command.js';
import { removeLogin } from './login-file.js';
import { formatTime, output } from './output.js';
import { callerUrn, readRecord } from './people.js';
import { addTo } from './remote-command.js';
import { findTarget, parseToken } from './target.js';

export function loginCommands(program: Command, deps: Dependencies): void {
  addTo(program, deps)('login', 'store an address and an access token for later commands', [
    'catalog login --url http://127.0.0.1:8080 < data/bootstrap-token',
    'catalog login --url http://127.0.0.1:8080 --token-file data/bootstrap-token',
  ]).action((options: CallOptions) => login(options, deps));

  program
    .command('logout')
    .description('delete the stored address and access token; the token itself stays valid')
    .addHelpText('after', '\nExamples:\n  catalog logout\n')
    .action(async () => {
      const removed = await removeLogin(deps.session.configFolder);
      deps.info(removed ? 'logged out; to end the token, use catalog token revoke' : 'there was no login');
    });
}

async function login(options: CallOptions, deps: Dependencies): Promise<void> {
  const { session, info } = deps;
  // The token that is used otherwise is not the one to keep.
  const { url, urlFrom, token } = await findTarget({ ...session, env: listAddresses(session.env) }, options);
  if (/^http:/.test(url) && !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, '')))
    info('warning: http:// sends the token unencrypted; use https:// for other machines');
  const given =
    options.tokenFile === undefined
      ? parseToken(await secret(deps, `Access token for ${url}: `), 'the input')
      : token!;
  const from = options.tokenFile ?? 'the input';
  const catalog = clientFor(deps, { url, urlFrom, token: given, tokenFrom: from });
  const urn = await callerUrn(catalog);
  const record = await readRecord(catalog, given);
  const file = await saveLogin(deps, { url, token: given });
  for (const name of ['CATALOG_URL', 'CATALOG_TOKEN', 'DATAHUB_GMS_URL'] as const)
    if (session.env[name]) info(`warning: ${name} is set and takes precedence over the login`);
  const until = formatTime(record?.expiresAt);
  output(deps, options).done(
    `Logged in at ${url} as ${urn}${until ? `, until ${until}` : ''}. The token is stored in ${file}.`,
    urn,
    { url, urn, expiresAt: record?.expiresAt ?? null, file },
  );
}

const listAddresses = ({ CATALOG_URL, DATAHUB_GMS_URL }: Dependencies['session']['env']) => ({
  CATALOG_URL,
  DATAHUB_GMS_URL,
});
