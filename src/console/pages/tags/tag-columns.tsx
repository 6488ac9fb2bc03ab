import { entityName } from '../../../client/named-entity.js';
import { may } from '../../api/caller.js';
import { Bar } from '../../kit/bar.js';
import { copyText } from '../../kit/copy.js';
import { Person } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { CellProse } from '../../kit/prose.js';
import type { Column } from '../../kit/table.js';
import { Tag as TagChip } from '../../kit/tag.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { DeleteTag } from './delete.js';
import { EditTag } from './edit.js';
import { type ListedTag as Tag, uses } from './list-request.js';

export const ownersOf = ({ facts }: Pick<Tag, 'facts'>) =>
  facts?.[0]?.values.flatMap(({ entity }) => (entity ? [entity] : [])) ?? [];

/** @param most the uses of the tag that is used most */
export function tagColumns(tags: readonly Tag[], most: number, dialog: DialogState): readonly Column<Tag>[] {
  return [
    { head: 'Name', order: 'NAME', cell: (tag) => <TagChip tag={tag} /> },
    {
      head: 'Description',
      isFull: true,
      cell: ({ properties }) =>
        properties?.description ? (
          <CellProse text={properties.description} />
        ) : (
          <span class="faint">No description</span>
        ),
    },
    ...(tags.some((tag) => ownersOf(tag).length > 0) ? [ownerColumn] : []),
    {
      head: 'Used by',
      kind: 'number',
      class: 'used',
      order: 'USAGE',
      cell: (tag) => (uses(tag) === 0 ? <span class="faint">unused</span> : numberText(uses(tag))),
    },
    {
      head: 'Share',
      isHeadHidden: true,
      class: 'usage gone',
      cell: ({ usage }) => (
        <span title={`${counted(usage.entities, 'entity', 'entities')}, ${counted(usage.columns, 'column')}`}>
          <Bar parts={[usage.entities / most, usage.columns / most]} />
        </span>
      ),
    },
    { head: 'Actions', kind: 'actions', cell: (tag) => <Actions tag={tag} dialog={dialog} /> },
  ];
}

const ownerColumn: Column<Tag> = {
  head: 'Owner',
  class: 'gone mid-gone',
  cell: (tag) => {
    const [first, ...others] = ownersOf(tag);
    if (!first) return null;
    return (
      <span class="row one tight">
        <Person urn={first.urn} name={entityName(first)} href={links.named(first.urn)} />
        {others.length > 0 && (
          <small class="faint" title={others.map(entityName).join(', ')}>
            +{others.length}
          </small>
        )}
      </span>
    );
  },
};

function Actions({ tag, dialog }: { tag: Tag; dialog: DialogState }) {
  const mayManage = may('MANAGE_TAGS');
  return (
    <Menu
      label={`Actions for ${tag.name}`}
      items={[
        { text: 'Show where it is used', icon: 'search', href: links.tag(tag.urn) },
        mayManage && {
          text: 'Edit …',
          icon: 'pencil',
          onChoose: () => dialog.open((close) => <EditTag tag={tag} onClose={close} />),
        },
        { text: 'Copy URN', icon: 'copy', onChoose: () => copyText(tag.urn, 'URN') },
        mayManage && {
          text: 'Delete …',
          icon: 'trash',
          isDanger: true,
          isApart: true,
          onChoose: () => dialog.open((close) => <DeleteTag tag={tag} onClose={close} />),
        },
      ]}
    />
  );
}
