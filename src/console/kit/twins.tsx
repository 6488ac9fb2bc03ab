import { useEffect, useState } from 'preact/hooks';
import { graphql } from '../../client/documents.js';
import { entityName, namedEntity } from '../../client/named-entity.js';
import { urnName } from '../../client/urn-name.js';
import { useQuery } from '../api/use-query.js';
import { links } from '../model/links.js';
import { Notice } from './notice.js';

const find = graphql(
  `
  query Twins($types: [EntityType!], $orFilters: [AndFilterInput!]) {
    searchAcrossEntities(
      input: {
        query: "*"
        types: $types
        orFilters: $orFilters
        start: 0
        count: 3
        searchFlags: { includeSoftDeleted: true }
      }
    ) {
      searchResults {
        entity {
          ...NamedEntity
        }
      }
    }
  }
`,
  [namedEntity],
);

interface TwinsProps {
  type: 'TAG' | 'CORP_GROUP' | 'CORP_USER';
  /** As in "tag". */
  noun: string;
  id?: string;
  name: string;
}

/** Warns that entities exist that have the id or the name of a new one. */
export function Twins({ type, noun, id = '', name }: TwinsProps) {
  const settledId = useSettled(id.trim());
  const settledName = useSettled(name.trim());
  const rules = [
    ...(settledId === '' ? [] : [{ field: 'id', values: [settledId] }]),
    ...(settledName === '' ? [] : ['name', 'displayName'].map((field) => ({ field, values: [settledName] }))),
  ];
  const orFilters = rules.map((rule) => ({ and: [{ ...rule, condition: 'IEQUAL' as const }] }));
  const { data } = useQuery(find, rules.length > 0 ? { types: [type], orFilters } : null);
  const twins = rules.length > 0 ? (data?.searchAcrossEntities?.searchResults ?? []) : [];
  return (
    <div class="stack tight" role="status">
      {twins.map(({ entity }) => (
        <Notice key={entity.urn} kind="warn">
          <p>
            The {noun}{' '}
            <a href={links.named(entity.urn)} title={entity.urn}>
              {entityName(entity)}
            </a>{' '}
            already has{' '}
            {urnName(entity.urn) === settledId ? 'this id. Choose another one.' : 'this name or id.'}
          </p>
        </Notice>
      ))}
    </div>
  );
}

/** Returns a text as it was when a person last paused typing. */
function useSettled(text: string, pauseMs = 300): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
