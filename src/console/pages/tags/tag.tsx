import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Copy } from '../../kit/copy.js';
import { Dot } from '../../kit/dot.js';
import { Loaded } from '../../kit/loaded.js';
import { NoUrn } from '../../kit/no-urn.js';
import { Page } from '../../kit/page.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { links } from '../../model/links.js';
import { counted, listed } from '../../model/text.js';
import { nameOf, typeOf } from '../../model/urn.js';
import { DeleteTag } from './delete.js';
import { EditTag } from './edit.js';
import { placesPerPage } from './place.js';
import { Places } from './places.js';
import { load, type ShownTag } from './request.js';
import './tags.css';

export default function TagPage() {
  const { urn = '' } = useLocation().query;
  return typeOf(urn) === 'tag' ? <TagOf key={urn} urn={urn} /> : <NoTag value={urn} />;
}

const NoTag = ({ value }: { value: string }) => (
  <NoUrn what="tag" value={value} back={[links.tags, 'All tags']} />
);

function TagOf({ urn }: { urn: string }) {
  const [shown, change] = useAddress({ urn: '', start: '0' });
  const start = startOf(shown.start);
  const query = useQuery(load, { urn, start, count: placesPerPage });
  const open = useSignal<'edit' | 'delete' | null>(null);
  const close = () => {
    open.value = null;
  };
  if (query.error?.code === 'BAD_REQUEST') return <NoTag value={urn} />;
  const tag = query.data?.tag;

  return (
    <Page
      title={tag?.name ?? nameOf(urn)}
      actions={
        tag &&
        may('MANAGE_TAGS') && (
          <>
            <button type="button" onClick={() => (open.value = 'edit')}>
              Edit
            </button>
            <button type="button" class="danger" onClick={() => (open.value = 'delete')}>
              Delete …
            </button>
          </>
        )
      }
    >
      <Loaded
        query={query}
        label="The tag"
        isEmpty={(data) => !data.tag}
        empty={
          <>
            There is no such tag. <a href={links.tags}>All tags</a>
          </>
        }
      >
        {({ tag }) => (
          <>
            <Facts tag={tag!} />
            <Places
              key={start}
              tag={tag!}
              start={start}
              query={query}
              onStart={(value) => change({ start: `${value}` })}
            />
          </>
        )}
      </Loaded>
      {tag && open.value === 'edit' && (
        <EditTag
          tag={tag}
          onClose={() => {
            close();
            query.reload();
          }}
        />
      )}
      {tag && open.value === 'delete' && <DeleteTag tag={tag} onClose={close} />}
    </Page>
  );
}

function Facts({ tag: { urn, properties, usage } }: { tag: ShownTag }) {
  const description = properties?.description;
  const color = properties?.colorHex;
  return (
    <>
      <p class={description ? 'text' : 'soft'}>{description || 'Nobody has said what this tag means.'}</p>
      <dl class="facts">
        <dt>Colour</dt>
        <dd class="row">
          {color ? (
            <>
              <Dot color={color} /> {color}
            </>
          ) : (
            'none'
          )}
        </dd>
        <dt>Is on</dt>
        <dd>
          {usage.entities + usage.columns === 0
            ? 'nothing'
            : listed(
                [
                  usage.entities > 0 && counted(usage.entities, 'entity', 'entities'),
                  usage.columns > 0 && counted(usage.columns, 'column'),
                ].filter((text) => text !== false),
              )}
        </dd>
        <dt>URN</dt>
        <dd class="row">
          <code>{urn}</code> <Copy text={urn} what="URN" />
        </dd>
      </dl>
    </>
  );
}
