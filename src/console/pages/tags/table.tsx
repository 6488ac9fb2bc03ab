import { Dot } from '../../kit/dot.js';
import { SortHeader } from '../../kit/sort-header.js';
import { links } from '../../model/links.js';
import type { ShownTag } from '../../model/listed-entity.js';
import { numberText } from '../../model/numbers.js';
import './tags.css';

export interface Order {
  readonly by: 'NAME' | 'ENTITIES' | 'COLUMNS';
  readonly isDescending: boolean;
}

interface ListedTag extends ShownTag {
  readonly properties: { readonly description: string | null; readonly colorHex: string | null } | null;
  readonly usage: { readonly entities: number; readonly columns: number };
}

interface TagTableProps {
  tags: readonly ListedTag[];
  order: Order;
  onOrder(order: Order): void;
}

export function TagTable({ tags, order, onOrder }: TagTableProps) {
  /** A name begins with its first, a number with its largest. */
  const head = (by: Order['by']) =>
    ({
      order: order.by === by ? (order.isDescending ? 'descending' : 'ascending') : undefined,
      onSort: () => onOrder({ by, isDescending: order.by === by ? !order.isDescending : by !== 'NAME' }),
    }) as const;
  return (
    <div class="table tags">
      <table>
        <thead>
          <tr>
            <SortHeader {...head('NAME')}>Name</SortHeader>
            <th scope="col" class="about">
              Description
            </th>
            <SortHeader class="number" {...head('ENTITIES')}>
              Entities
            </SortHeader>
            <SortHeader class="number" {...head('COLUMNS')}>
              Columns
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {tags.map(({ urn, name, properties, usage }) => (
            <tr key={urn}>
              <th scope="row" title={urn}>
                <Dot color={properties?.colorHex} /> <a href={links.tag(urn)}>{name}</a>
              </th>
              <td class="about soft">
                <div class="lines">{properties?.description}</div>
              </td>
              <td class="number">{numberText(usage.entities)}</td>
              <td class="number">{numberText(usage.columns)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
