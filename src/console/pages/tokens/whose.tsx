import { useSignal } from '@preact/signals';
import { graphql, type ResultOf } from '../../../client/documents.js';
import { request } from '../../api/request.js';
import { Fact } from '../../kit/facts.js';
import { TextField } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
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
      needs="MANAGE_ACCESS_TOKENS"
      staysOpen
      onClose={onClose}
      onSubmit={async () => {
        found.value = null;
        found.value = (await request(metadata, { token: text.value.trim() })).getAccessTokenMetadata;
      }}
    >
      <TextField
        label="Token"
        hint="The text of the token, as found in a file or a log."
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="mcs_…"
        text={text}
      />
      <div role="status">
        {found.value && (
          <dl class="facts">
            <Fact name="Name">{found.value.name}</Fact>
            <Fact name="Id">{found.value.id}</Fact>
            <Fact name="Acts as">{found.value.actorUrn}</Fact>
            <Fact name="Created by">{found.value.ownerUrn}</Fact>
            <Fact name="Scopes">
              <TokenScopes scopes={found.value.scopes} />
            </Fact>
            <Fact name="Created">
              <Time ms={found.value.createdAt} />
            </Fact>
            <Fact name="Last used">
              <Time ms={found.value.lastUsedAt} />
            </Fact>
            <Fact name="Expires">
              <Time ms={found.value.expiresAt} />
            </Fact>
          </dl>
        )}
      </div>
    </FormDialog>
  );
}
