import { useSignal } from '@preact/signals';
import { caller } from '../../api/caller.js';
import { basePath } from '../../base.js';
import { LinkButton } from '../../kit/button.js';
import { Copy } from '../../kit/copy.js';
import { Page } from '../../kit/page.js';
import { Segments } from '../../kit/segments.js';
import { links } from '../../model/links.js';

const address = `${location.origin}${basePath}`;

/** Ways to send the first metadata, as commands. */
const ways = {
  'DataHub CLI': `pip install 'acryl-datahub[datahub-rest,postgres]'
export DATAHUB_GMS_URL=${address}
export DATAHUB_GMS_TOKEN=<token>
datahub ingest -c postgres.yml`,
  'catalog ingest': `catalog login --url ${address}
catalog ingest proposals.json`,
  curl: `curl '${address}/aspects?action=ingestProposal' \\
  -H 'Authorization: Bearer <token>' -H 'Content-Type: application/json' -d '{
  "proposal": {"entityType": "dataset", "changeType": "UPSERT",
    "entityUrn": "urn:li:dataset:(urn:li:dataPlatform:postgres,shop.public.orders,PROD)",
    "aspectName": "datasetProperties",
    "aspect": {"contentType": "application/json", "value": "{\\"name\\": \\"orders\\"}"}}}'`,
} as const;

const sample = 'catalog serve --sample';

/** The first steps, until there is metadata. */
export const NewInstallation = () => (
  <Page title="Your catalog is ready" about="There is no metadata yet. Three steps, about five minutes.">
    <div class="halves">
      <ol class="steps">
        <li class="done">
          <h2>Sign in</h2>
          <p class="soft">
            You are signed in as <strong dir="auto">{caller.value!.name}</strong>.
          </p>
        </li>
        <Ingest />
        <li>
          <h2>See it here</h2>
          <p class="soft row one" role="status">
            <span class="dot off" />
            Waiting for the first metadata. This page updates by itself.
          </p>
        </li>
      </ol>
      <section class="frame pad stack tight">
        <h2>Just looking?</h2>
        <p class="soft">
          Stop the service and start it with sample data: datasets on several platforms, with owners, tags and
          profiles.
        </p>
        <Command text={sample} what="command" />
      </section>
    </div>
  </Page>
);

function Ingest() {
  const way = useSignal<keyof typeof ways>('DataHub CLI');
  return (
    <li>
      <h2>Ingest your first metadata</h2>
      <p class="soft">Every client of DataHub works, with its recipes for many systems.</p>
      <Segments
        label="Way to ingest"
        options={(Object.keys(ways) as (keyof typeof ways)[]).map((name) => [name, name] as const)}
        value={way.value}
        onChange={(name) => (way.value = name)}
      />
      <Command text={ways[way.value]} what="commands" />
      <p class="row">
        <LinkButton href={links.tokens} icon="key">
          Create a token for it
        </LinkButton>
      </p>
    </li>
  );
}

const Command = ({ text, what }: { text: string; what: string }) => (
  <div class="code">
    {text}
    <Copy text={text} what={what} isSmall />
  </div>
);
