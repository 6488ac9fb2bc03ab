import { useSignal } from '@preact/signals';
import { basePath } from '../../base.js';
import { Button } from '../../kit/button.js';
import { Copy } from '../../kit/copy.js';
import { Dialog } from '../../kit/dialog.js';
import { SecretText } from '../../kit/secret-text.js';
import { Segments } from '../../kit/segments.js';
import { useNames } from '../../model/use-names.js';
import { dateText } from './date.js';

/** How a token is used, by program. The texts are for a POSIX shell, and for Python. */
const uses = {
  curl: (address: string, token: string) => `export TOKEN=${token}
curl -s ${address}/api/graphql \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "{ me { corpUser { urn } } }"}'`,
  catalog: (address: string, token: string) => `export CATALOG_URL=${address}
export CATALOG_TOKEN=${token}
catalog whoami`,
  'DataHub CLI': (address: string, token: string) => `datahub init --host ${address} --token '${token}'`,
  Python: (address: string, token: string) => `from datahub.emitter.rest_emitter import DatahubRestEmitter

emitter = DatahubRestEmitter("${address}", token="${token}")
emitter.test_connection()`,
} as const;

const programs = Object.keys(uses) as (keyof typeof uses)[];

interface TokenTextProps {
  title: string;
  text: string;
  /** Of the token. */
  name: string;
  actorUrn: string;
  expiresAt: number | null;
  onClose(): void;
}

/** Shows the text of a new token, which the service does not show again, and how to use it. */
export function TokenText({ title, text, name, actorUrn, expiresAt, onClose }: TokenTextProps) {
  const program = useSignal(programs[0]!);
  const named = useNames([actorUrn]);
  const command = uses[program.value](`${location.origin}${basePath}`, text);
  return (
    <Dialog
      title={title}
      isKept
      isWide
      about={
        <>
          <strong dir="auto">{name}</strong> acts as <bdi>{named(actorUrn)}</bdi>{' '}
          {expiresAt === null ? 'and has no expiry.' : `and expires on ${dateText(expiresAt)}.`}
        </>
      }
      onClose={onClose}
      footer={
        <>
          <span class="soft">Esc does not close this: the token would be lost.</span>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <SecretText text={text} what="token" />
      <div class="stack tight">
        <h3>Use it</h3>
        <Segments
          label="Use it with"
          options={programs.map((each) => [each, each] as const)}
          value={program.value}
          onChange={(value) => (program.value = value)}
        />
        <div class="code">
          {command}
          <Copy text={command} what="command" isSmall />
        </div>
      </div>
    </Dialog>
  );
}
