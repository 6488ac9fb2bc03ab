import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import { useQuery } from '../../api/use-query.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { Loaded } from '../../kit/loaded.js';
import { say } from '../../kit/messages.js';
import { Notice } from '../../kit/notice.js';
import { namedEntity } from '../../model/entity-name.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { EntityLink } from '../entity/entity-link.js';
import { simplePath } from './place.js';
import type { ShownTag } from './request.js';

const shownHits = 10;

const hits = graphql(
  `
  query TagHits($urn: String!, $count: Int!) {
    tag(urn: $urn) {
      usage {
        entities
        columns
      }
      associations(count: $count) {
        total
        declaredTotal
        results {
          fieldPath
          declared
          entity {
            ...NamedEntity
          }
        }
      }
    }
  }
`,
  [namedEntity],
);

const remove = graphql(`
  mutation DeleteTag($urn: String!) {
    deleteTag(urn: $urn)
  }
`);

/** Asks again what has the tag, because the page may be old, and shows it before the tag is deleted. */
export function DeleteTag({ tag: { urn, name }, onClose }: { tag: ShownTag; onClose(): void }) {
  const query = useQuery(hits, { urn, count: shownHits });
  const { route } = useLocation();
  return (
    <FormDialog
      title={`Delete ${name}?`}
      submit="Delete"
      isDanger
      isReady={query.data !== undefined && !query.isLoading}
      needs="MANAGE_TAGS"
      onClose={onClose}
      onSubmit={async () => {
        await mutate(remove, { urn });
        say(`The tag ${name} is deleted.`);
        route(links.tags);
      }}
    >
      <Loaded
        query={query}
        label="What has the tag"
        isEmpty={(data) => !data.tag}
        empty="This tag no longer exists."
      >
        {(data) => {
          const { usage, associations } = data.tag!;
          const { total, declaredTotal, results } = associations;
          const removed = total - declaredTotal;
          return (
            <>
              <p>
                {removed === 0
                  ? 'Nothing loses the tag.'
                  : `It will be removed from ${counted(removed, 'place')}, including removed entities.`}{' '}
                {total > 0 &&
                  `It is used by ${counted(usage.entities, 'entity', 'entities')} and ${counted(usage.columns, 'column')}.`}{' '}
                This cannot be undone.
              </p>
              {declaredTotal > 0 && (
                <Notice kind="warning">
                  {counted(declaredTotal, 'column keeps', 'columns keep')} it, because the ingested schemas
                  declare it. Only the source of the metadata can remove it.
                </Notice>
              )}
              {results.length > 0 && (
                <ul>
                  {results.map(({ entity, fieldPath, declared }) => (
                    <li key={`${entity.urn} ${fieldPath} ${declared}`}>
                      <EntityLink entity={entity} /> {fieldPath && <code>{simplePath(fieldPath)}</code>}
                      {declared && <small class="soft"> keeps it</small>}
                    </li>
                  ))}
                  {total > results.length && (
                    <li class="soft">and {numberText(total - results.length)} more</li>
                  )}
                </ul>
              )}
            </>
          );
        }}
      </Loaded>
    </FormDialog>
  );
}
