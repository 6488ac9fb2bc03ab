import { graphql } from '../../../client/documents.js';
import { useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
import { Section } from '../../kit/section.js';
import { Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { links } from '../../model/links.js';
import { counted } from '../../model/text.js';

const shown = 20;

const load = graphql(`
  query UserTokens($urn: String!, $count: Int!) {
    listAccessTokens(
      input: { start: 0, count: $count, filters: [{ field: "actorUrn", values: [$urn] }] }
    ) {
      total
      tokens {
        id
        name
        lastUsedAt
        expiresAt
      }
    }
  }
`);

/** The tokens that act as a user. */
export function UserTokens({ urn }: { urn: string }) {
  const query = useQuery(load, { urn, count: shown });
  return (
    <Section title="Tokens">
      <Loaded
        query={query}
        label="Tokens"
        isEmpty={(data) => data.listAccessTokens.total === 0}
        empty={<p class="soft">No token acts as this user.</p>}
      >
        {({ listAccessTokens: { total, tokens } }) => (
          <>
            <Table
              label="Tokens"
              rows={tokens}
              rowKey={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ name }) => name },
                { head: 'Last used', cell: ({ lastUsedAt }) => <Time ms={lastUsedAt} /> },
                { head: 'Expires', cell: ({ expiresAt }) => <Time ms={expiresAt} /> },
              ]}
            />
            <p class="soft small">
              {total > shown && `${counted(total - shown, 'more token')}. `}
              <a href={links.tokens}>Rotate and revoke them</a> on the page of access tokens.
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
