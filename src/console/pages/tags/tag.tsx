import { useLocation } from 'preact-iso';
import { entityName } from '../../../client/named-entity.js';
import { may } from '../../api/caller.js';
import { Bar } from '../../kit/bar.js';
import { Button } from '../../kit/button.js';
import { Copy } from '../../kit/copy.js';
import { DetailPage } from '../../kit/detail-page.js';
import { Empty } from '../../kit/empty.js';
import { Later } from '../../kit/lazy.js';
import { FoldedProse } from '../../kit/prose.js';
import { Tabs } from '../../kit/tabs.js';
import { Tag as TagChip } from '../../kit/tag.js';
import { readStart, useAddress } from '../../kit/use-address.js';
import { useDialog } from '../../kit/use-dialog.js';
import { typeNames } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { counted, listed } from '../../model/text.js';
import { DeletedTag } from '../history/deleted-tag.js';
import { DeleteTag } from './delete.js';
import { EditTag } from './edit.js';
import { type KindCount, kindsOf, kindText, sumOf } from './kinds.js';
import { Places } from './places.js';
import { having, type ListedTag, load } from './request.js';
import './tags.css';

export default function TagPage() {
  const { urn = '' } = useLocation().query;
  return <Tag key={urn} urn={urn} />;
}

function Tag({ urn }: { urn: string }) {
  const dialog = useDialog();
  return (
    <>
      <DetailPage
        noun="tag"
        type="tag"
        urn={urn}
        all={[links.tags, 'All tags']}
        document={load}
        variables={{ urn, anywhere: having('tags', urn), itself: having('entityTags', urn) }}
        read={({ tag }) => tag}
        name={({ name }) => name}
        above={
          <nav class="entity-head" aria-label="Place">
            <ol class="crumbs">
              <li>
                <a href={links.tags}>Tags</a>
              </li>
            </ol>
          </nav>
        }
        heading={(tag) => <TagChip tag={tag} isLarge isLink={false} />}
        about={({ properties }) => !properties?.description && 'No description'}
        missing={(sentence) => <DeletedTag urn={urn}>{sentence}</DeletedTag>}
        actions={(tag) =>
          may('MANAGE_TAGS') && (
            <>
              <Button
                icon="pencil"
                onClick={() => dialog.open((close) => <EditTag tag={tag} onClose={close} />)}
              >
                Edit
              </Button>
              <Button
                icon="trash"
                aria-label="Delete this tag"
                title="Delete this tag"
                onClick={() =>
                  dialog.open((close) => <DeleteTag tag={tag} next={links.tags} onClose={close} />)
                }
              >
                {null}
              </Button>
            </>
          )
        }
      >
        {(tag, { data }) => (
          <div>
            {tag.properties?.description && (
              <div class="tag-text">
                <FoldedProse text={tag.properties.description} />
              </div>
            )}
            <Usage tag={tag} kinds={kindsOf(data!.itself)} />
            <Uses tag={tag} kinds={kindsOf(data!.anywhere)} />
          </div>
        )}
      </DetailPage>
      {dialog.shown}
    </>
  );
}

/** How often a tag is used, and on what: columns, entities of the most frequent type, and others. */
function Usage({ tag, kinds }: { tag: ListedTag; kinds: readonly KindCount[] }) {
  const { urn, usage } = tag;
  const total = usage.columns + usage.entities;
  const owners = tag.owners.map(entityName);
  const [first, ...others] = kinds;
  const parts = [
    [usage.columns, counted(usage.columns, 'column')],
    [first?.count ?? 0, first ? kindText(first) : ''],
    [sumOf(others), listed(others.map(kindText))],
  ] as const;
  return (
    <section class="frame pad stack tight usage-box" aria-label="Usage">
      <div class="row">
        <h2>{total === 0 ? 'Unused' : `Used by ${numberText(total)}`}</h2>
        <span class="push soft small dots">
          {owners.length > 0 && <span>owned by {listed(owners)}</span>}
          <code>{urn}</code>
        </span>
        <Copy text={urn} what="URN" isSmall />
      </div>
      {total > 0 && (
        <>
          <Bar parts={parts.map(([count]) => count / total)} />
          <p class="legend soft small">
            {parts.map(
              ([count, text], index) =>
                count > 0 && (
                  <span key={text}>
                    <i class={['key', 'key b', 'key c'][index]} />
                    {text}
                  </span>
                ),
            )}
          </p>
        </>
      )}
    </section>
  );
}

const loadReach = () => import('./reach.js').then(({ Reach }) => Reach);
const loadHistory = () => import('../history/history.js').then(({ History }) => History);

/** The entities with a tag, by type, what is in their lineage, and what has changed about the tag. */
function Uses({ tag: { urn }, tag, kinds }: { tag: ListedTag; kinds: readonly KindCount[] }) {
  const [shown, change] = useAddress({ urn: '', kind: '', filter: '', start: '0' });
  const kind = kinds.find(({ type }) => type === shown.kind) ?? kinds[0];
  const other = ['reach', 'history'].find((name) => name === shown.kind);
  const tabs = kinds.map(({ type, count }) => ({
    name: type,
    text: type === 'DATASET' ? 'Datasets and columns' : typeNames(type),
    count: numberText(count),
    href: links.tag(urn, type),
  }));
  const none = { name: '', text: 'Uses', href: links.tag(urn) };
  return (
    <>
      <Tabs
        label="Where it is used, its reach and its history"
        chosen={other ?? kind?.type ?? ''}
        tabs={[
          ...(tabs.length > 0 ? tabs : [none]),
          { name: 'reach', text: 'Reach', href: links.tag(urn, 'reach') },
          { name: 'history', text: 'History', href: links.tag(urn, 'history') },
        ]}
      />
      {other === 'reach' ? (
        <Later load={loadReach} props={{ tag }} label="The reach" />
      ) : other ? (
        <div class="tab-body">
          <Later load={loadHistory} props={{ entity: { urn, type: 'TAG' as const } }} label="The history" />
        </div>
      ) : kind ? (
        <Places
          key={kind.type}
          tag={tag}
          type={kind.type}
          filter={shown.filter}
          start={readStart(shown.start)}
          onFilter={(filter) => change({ filter, start: '0' }, true)}
          onStart={(start, isReplacing) => change({ start: `${start}` }, isReplacing)}
        />
      ) : (
        <Empty icon="tag" title="Nothing has this tag yet">
          <p>Add it on the page of a dataset, or to many at once in the results of a search.</p>
        </Empty>
      )}
    </>
  );
}
