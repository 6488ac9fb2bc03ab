import { useSignal } from '@preact/signals';
import type { ResultOf } from '../../../client/documents.js';
import { graphql } from '../../../client/documents.js';
import { request } from '../../api/request.js';
import { FormDialog } from '../../kit/action.js';
import { TextField } from '../../kit/field.js';
import { Time } from '../../kit/time.js';
import { TokenScopes } from '../policies/privileges.js';

const metadata = graphql(`
  query WhoseToken($token: String!) {
    getAccessTokenMetadata(token: $token) {
      id
      name
      actorUrn
      ownerUrn
      scopes
      createdAt
      lastUsedAt
      expiresAt
    }
  }
`);

/** Says whose a token is, by its text. */
export function WhoseToken({ onClose }: { onClose(): void }) {
  const text = useSignal('');
  const found = useSignal<ResultOf<typeof metadata>['getAccessTokenMetadata'] | null>(null);
  return (
    <FormDialog
      title="Whose token is this?"
      submit="Look it up"
      isReady={text.value.trim() !== ''}
      needs={['MANAGE_ACCESS_TOKENS']}
      staysOpen
      onClose={onClose}
      onSubmit={async () => {
        found.value = null;
        found.value = (await request(metadata, { token: text.value.trim() })).getAccessTokenMetadata;
      }}
    >
      <TextField
        label="Token"
        hint="Its text, as found in a file or a log."
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="mcs_…"
        text={text}
      />
      <div role="status">
        {found.value && (
          <dl class="facts">
            <dt>Name</dt>
            <dd>{found.value.name}</dd>
            <dt>Id</dt>
            <dd>{found.value.id}</dd>
            <dt>Acts as</dt>
            <dd>{found.value.actorUrn}</dd>
            <dt>Created by</dt>
            <dd>{found.value.ownerUrn}</dd>
            <dt>Scopes</dt>
            <dd>
              <TokenScopes scopes={found.value.scopes} />
            </dd>
            <dt>Created</dt>
            <dd>
              <Time ms={found.value.createdAt} />
            </dd>
            <dt>Last used</dt>
            <dd>
              <Time ms={found.value.lastUsedAt} />
            </dd>
            <dt>Ends</dt>
            <dd>
              <Time ms={found.value.expiresAt} />
            </dd>
          </dl>
        )}
      </div>
    </FormDialog>
  );
}
