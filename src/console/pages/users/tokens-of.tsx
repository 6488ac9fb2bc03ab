import { graphql } from '../../../client/documents.js';
import { useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
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
export function TokensOf({ urn }: { urn: string }) {
  const query = useQuery(load, { urn, count: shown });
  return (
    <section class="stack people-part" aria-label="Tokens">
      <h2>Tokens</h2>
      <Loaded
        query={query}
        label="Tokens"
        isEmpty={(data) => data.listAccessTokens.total === 0}
        empty="No token acts as this user."
      >
        {({ listAccessTokens: { total, tokens } }) => (
          <>
            <div class="table people">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Last used</th>
                    <th scope="col">Ends</th>
                  </tr>
                </thead>
                <tbody>
                  {tokens.map(({ id, name, lastUsedAt, expiresAt }) => (
                    <tr key={id}>
                      <th scope="row">{name}</th>
                      <td>
                        <Time ms={lastUsedAt} />
                      </td>
                      <td>
                        <Time ms={expiresAt} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p class="soft">
              {total > shown && `${counted(total - shown, 'more token')}. `}
              <a href={links.tokens}>Rotate and revoke them</a> on the page of access tokens.
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}
