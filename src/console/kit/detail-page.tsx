import type { TadaDocumentNode } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { type Query, useQuery } from '../api/use-query.js';
import { links } from '../model/links.js';
import { urnName, urnType } from '../model/urn.js';
import { Loaded } from './loaded.js';
import { Page } from './page.js';

interface MissingProps {
  /** The kind of thing that the address names, as in "tag". */
  noun: string;
  urn: string;
  /** The page of all of them. */
  all: readonly [href: string, text: string];
}

interface DetailPageProps<Data, Variables, Value> extends MissingProps {
  /** The type that the URN has to have. Absent: any. */
  type?: string;
  document: TadaDocumentNode<Data, Variables>;
  variables: Variables;
  read(data: Data): Value | null | undefined;
  name(value: Value): string;
  about?(value: Value): ComponentChildren;
  actions?(value: Value): ComponentChildren;
  children(value: Value, query: Query<Data>): ComponentChildren;
}

/** The page of one thing. It says when the address does not name one, and when the service does not know it. */
export function DetailPage<Data, Variables, Value>(props: DetailPageProps<Data, Variables, Value>) {
  const { noun, urn, all, type = urnType(urn), read } = props;
  const isUrn = urn !== '' && urnType(urn) === type && type !== '';
  const query = useQuery(props.document, isUrn ? props.variables : null);
  if (!isUrn || query.error?.code === 'BAD_REQUEST') return <NoUrn noun={noun} urn={urn} all={all} />;
  const value = query.data && read(query.data);
  return (
    <Page
      title={value ? props.name(value) : urnName(urn)}
      about={value && props.about?.(value)}
      actions={value && props.actions?.(value)}
    >
      <Loaded
        query={query}
        label={`The ${noun}`}
        isEmpty={(data) => !read(data)}
        empty={<NotThere noun={noun} urn={urn} all={all} />}
      >
        {(data) => props.children(read(data)!, query)}
      </Loaded>
    </Page>
  );
}

const NoUrn = ({ noun, urn, all }: MissingProps) => (
  <Page title={`No such ${noun}`}>
    <div class="empty stack" role="status">
      {urn === '' ? (
        <p>The address contains no URN.</p>
      ) : (
        <p>
          <code>{urn}</code> is not {noun === 'entity' ? 'an' : 'a'} {noun} URN.
        </p>
      )}
      <Ways all={all} query={urn} />
    </div>
  </Page>
);

const NotThere = ({ noun, urn, all }: MissingProps) => (
  <div class="stack" role="status">
    <p>
      <strong>There is no such {noun}.</strong> It was deleted or never existed.
    </p>
    <p>
      <code>{urn}</code>
    </p>
    <Ways all={all} query={urnName(urn)} />
  </div>
);

/** Where to go from here. */
const Ways = ({ all: [href, text], query }: Pick<MissingProps, 'all'> & { query: string }) => (
  <p>
    <a href={href}>{text}</a>
    {query !== '' && (
      <>
        {' or '}
        <a href={links.find(query)}>search for it</a>
      </>
    )}
  </p>
);
