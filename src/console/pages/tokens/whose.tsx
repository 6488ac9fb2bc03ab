import { useSignal } from '@preact/signals';
import { type TokenRecord, tokenRecord } from '../../../client/token.js';
import { request } from '../../api/request.js';
import { Button } from '../../kit/button.js';
import { Fact } from '../../kit/facts.js';
import { TextField } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { Person } from '../../kit/marks.js';
import { Time } from '../../kit/time.js';
import { useNames } from '../../model/use-names.js';
import { RevokeToken } from './revoke.js';
import { TokenScopes } from './scopes.js';

/** Says whose a token is, by its text. */
export function WhoseToken({ onClose }: { onClose(): void }) {
  const text = useSignal('');
  const found = useSignal<TokenRecord | null>(null);
  const isRevoking = useSignal(false);
  const name = useNames(found.value ? [found.value.actorUrn, found.value.ownerUrn] : []);
  if (found.value && isRevoking.value) return <RevokeToken token={found.value} onClose={onClose} />;
  return (
    <FormDialog
      title="Whose token is this?"
      submit="Look up"
      isReady={text.value.trim() !== ''}
      staysOpen
      onClose={onClose}
      onSubmit={async () => {
        found.value = null;
        found.value = (await request(tokenRecord, { token: text.value.trim() })).getAccessTokenMetadata;
      }}
    >
      <TextField
        label="Token"
        hint="The text of a token, as found in a file or a log. It is not stored."
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="mcs_…"
        text={text}
      />
      <div class="stack" role="status">
        {found.value && (
          <>
            <dl class="facts">
              <Fact name="Name">{found.value.name}</Fact>
              <Fact name="Id">{found.value.id}</Fact>
              <Fact name="Acts as">
                <Person urn={found.value.actorUrn} name={name(found.value.actorUrn)} />
              </Fact>
              <Fact name="Created by">
                <Person urn={found.value.ownerUrn} name={name(found.value.ownerUrn)} />
              </Fact>
              <Fact name="Scopes">
                <TokenScopes scopes={found.value.scopes} />
              </Fact>
              <Fact name="Created">
                <Time ms={found.value.createdAt} />
              </Fact>
              <Fact name="Last used">
                <Time ms={found.value.lastUsedAt} none="Never" />
              </Fact>
              <Fact name="Expires">
                <Time ms={found.value.expiresAt} none="No expiry" />
              </Fact>
            </dl>
            <div>
              <Button icon="stop" onClick={() => (isRevoking.value = true)}>
                Revoke …
              </Button>
            </div>
          </>
        )}
      </div>
    </FormDialog>
  );
}
