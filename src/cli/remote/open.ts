import type { Command } from 'commander';
import { consolePage } from '../../client/console-page.js';
import { graphql } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { noEntity, resolveEntity } from './entity-name.js';
import { addTo } from './remote-command.js';

const existsDocument = graphql('query ($urn: String!) { entityExists(urn: $urn) }');

export function openCommand(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add('open <entity>', 'print the address of an entity in the console, and open it in the browser', [
    'catalog open fct_users_created',
    'catalog open urn:li:tag:Legacy --no-browser',
  ])
    .option('--no-browser', 'only print the address')
    .notes(
      '<entity> is a URN or an unambiguous name. The browser opens only if the output is a terminal on a machine with a display.',
    )
    .run(async ({ catalog, out }, text: string, { browser }: { browser: boolean }) => {
      const urn = await resolveEntity(catalog, text);
      const { entityExists } = await catalog.graphql(existsDocument, { urn });
      if (!entityExists) throw noEntity(urn);
      const address = await findAddress(catalog, urn);
      out.text(address, { urn, address });
      if (browser && out.isTerminal) deps.session.openAddress?.(address);
    });
}

/** Returns the address of an entity's page in the console, below the path that the service is served at. */
async function findAddress(catalog: Client, urn: string): Promise<string> {
  const { body } = await catalog.get('/');
  const path: unknown = body?.links?.console;
  if (typeof path !== 'string')
    throw new CommandFailed(`The service at ${catalog.target.url} has no console.`);
  const { url } = catalog.target;
  const page = new URL(`${path}${consolePage(urn)}`, url);
  // The address is opened, so no other site may be named.
  if (page.origin !== new URL(url).origin)
    throw new CommandFailed(`The service at ${url} names a console elsewhere: ${page.origin}.`);
  page.searchParams.set('urn', urn);
  return page.href;
}
