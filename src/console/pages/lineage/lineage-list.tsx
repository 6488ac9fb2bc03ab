import { entityName } from '../../../client/named-entity.js';
import { Button } from '../../kit/button.js';
import { Person } from '../../kit/marks.js';
import { Table } from '../../kit/table.js';
import { shownType } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import type { Listed } from '../../model/listed-entity.js';
import { counted } from '../../model/text.js';
import { FewTags, Mark } from '../entity/entity-item.js';
import type { Graph } from './graph.js';
import { distanceText } from './graph-view.js';
import type { Neighborhood } from './request.js';

interface LineageListProps {
  graph: Graph;
  known: ReadonlyMap<string, Neighborhood>;
  onMore(level: number): void;
}

/** The lineage as a table, the nearest first. */
export function LineageList({ graph, known, onMore }: LineageListProps) {
  const columns = graph.columns
    .filter(({ level }) => level !== 0)
    .sort((one, other) => Math.abs(one.level) - Math.abs(other.level));
  const rows = columns.flatMap(({ level, urns }) =>
    urns.map((urn) => ({ level, entity: known.get(urn)!.entity })),
  );
  return (
    <>
      <Table
        label="Lineage"
        rows={rows}
        rowKey={({ entity }) => entity.urn}
        columns={[
          { head: 'Name', cell: ({ entity }) => <Name entity={entity} /> },
          { head: 'Direction', cell: ({ level }) => <span class="soft">{distanceText(level)}</span> },
          { head: 'Type', cell: ({ entity }) => <span class="soft">{shownType(entity)}</span> },
          { head: 'Owner', cell: ({ entity }) => <Owner entity={entity} /> },
          {
            head: 'Tags',
            isFull: true,
            cell: ({ entity }) => <FewTags tags={(entity.tags?.tags ?? []).map(({ tag }) => tag)} />,
          },
        ]}
      />
      <div class="row">
        {columns
          .filter(({ more }) => more > 0)
          .map(({ level, more }) => (
            <Button key={level} size="small" onClick={() => onMore(level)}>
              {`Show more of ${counted(more, 'other')}, ${distanceText(level)}`}
            </Button>
          ))}
      </div>
    </>
  );
}

const Name = ({ entity }: { entity: Listed }) => (
  <span class="row one">
    <Mark entity={entity} isLarge={false} />
    <a class="cut name" href={links.entity(entity.urn, { part: 'lineage' })} dir="auto" title={entity.urn}>
      {entityName(entity)}
    </a>
  </span>
);

function Owner({ entity }: { entity: Listed }) {
  const [owner] = entity.owners;
  return owner ? <Person urn={owner.urn} name={entityName(owner)} /> : null;
}
