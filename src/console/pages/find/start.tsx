import { useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { fieldName, valueName } from './labels.js';
import { count, type Facet } from './request.js';
import { typeField } from './state.js';

const shown = [typeField, 'platform', 'tags', 'container', 'domains', 'origin'];
const variables = {
  input: { query: '*', facets: shown, searchFlags: { maxAggValues: 12 } },
};

/** The page before a search: the contents of the catalog, counted. */
export function Start() {
  const query = useQuery(count, variables);
  return (
    <Page
      title="Find"
      about="Search datasets, their columns, tags, containers and more. A word matches names, descriptions and columns that start with it."
    >
      <p class="row">
        <a class="button" href={links.find('*')}>
          Everything
        </a>
        <a class="button" href={links.find('*', { sort: 'changed' })}>
          Recently changed
        </a>
      </p>
      <Loaded
        query={query}
        label="Contents of the catalog"
        isEmpty={({ aggregateAcrossEntities: found }) =>
          (found?.facets ?? []).every(({ aggregations }) => aggregations.length === 0)
        }
        empty={
          <>
            There is no metadata yet. Send some with <code>catalog ingest</code> or a client of DataHub.
          </>
        }
      >
        {({ aggregateAcrossEntities: found }) => (
          <div class="cards">
            {shown.map((field) => (
              <Card key={field} facet={found?.facets?.find((facet) => facet.field === field)} />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Card({ facet }: { facet: Facet | undefined }) {
  if (!facet || facet.aggregations.length === 0) return null;
  const { field, aggregations } = facet;
  return (
    <section class="box">
      <h2>{fieldName(field)}</h2>
      <ul>
        {aggregations.map(({ value, count }) => (
          <li key={value}>
            <a
              href={links.find(
                '',
                field === typeField ? { types: [value] } : { filters: [{ field, value }] },
              )}
            >
              {valueName(field, value, [facet])}
            </a>
            <span class="number soft">{numberText(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
