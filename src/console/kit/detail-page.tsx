import type { TadaDocumentNode } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { urnName } from '../../client/urn-name.js';
import { type Query, useQuery } from '../api/use-query.js';
import { links } from '../model/links.js';
import { memberField } from '../model/members.js';
import { urnType } from '../model/urn.js';
import { LinkButton } from './button.js';
import { Empty } from './empty.js';
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
  /** In place of the name in the heading. */
  heading?(value: Value): ComponentChildren;
  above?: ComponentChildren;
  about?(value: Value): ComponentChildren;
  /** In place of the title and what is beside it. The value is not there at first. */
  head?(value: Value | undefined): ComponentChildren;
  actions?(value: Value): ComponentChildren;
  /** In place of the sentence that the service does not know it. */
  missing?(sentence: ComponentChildren): ComponentChildren;
  children(value: Value, query: Query<Data>): ComponentChildren;
}

/** The page of one thing. It says when the address does not name one, and when the service does not know it. */
export function DetailPage<Data, Variables, Value>(props: DetailPageProps<Data, Variables, Value>) {
  const { noun, urn, all, type = urnType(urn), read } = props;
  const isUrn = urn !== '' && urnType(urn) === type && type !== '';
  const query = useQuery(props.document, isUrn ? props.variables : null);
  if (!isUrn || query.error?.code === 'BAD_REQUEST') return <NoUrn noun={noun} urn={urn} all={all} />;
  const value = query.data && read(query.data);
  const notThere = <NotThere noun={noun} urn={urn} all={all} />;
  return (
    <Page
      kind={noun.charAt(0).toUpperCase() + noun.slice(1)}
      title={value ? props.name(value) : urnName(urn)}
      heading={value && props.heading?.(value)}
      above={props.above}
      about={value && props.about?.(value)}
      actions={value && props.actions?.(value)}
      head={props.head?.(value ?? undefined)}
    >
      <Loaded
        query={query}
        label={`The ${noun}`}
        isEmpty={(data) => !read(data)}
        empty={props.missing?.(notThere) ?? notThere}
      >
        {(data) => props.children(read(data)!, query)}
      </Loaded>
    </Page>
  );
}

const NoUrn = ({ noun, urn, all }: MissingProps) => (
  <Page title={`No such ${noun}`}>
    <Empty
      icon="search"
      title={urn === '' ? 'The address contains no URN' : 'This is not the address of anything'}
      actions={<Ways all={all} search={urn} />}
    >
      {urn !== '' && (
        <p>
          <code>{urn}</code> is not {noun === 'entity' ? 'an' : 'a'} {noun} URN.
        </p>
      )}
    </Empty>
  </Page>
);

const NotThere = ({ noun, urn, all }: MissingProps) => (
  <Empty icon="search" title={`There is no such ${noun}`} actions={<Ways all={all} search={urn} />}>
    <p>It was deleted or never existed.</p>
    <p>
      <code>{urn}</code>
    </p>
  </Empty>
);

/** Where to go from here. @param search the text that is searched for, or the URN to which entities can refer */
function Ways({ all: [href, text], search }: Pick<MissingProps, 'all'> & { search: string }) {
  const [field] = memberField(search) ?? [];
  return (
    <>
      <LinkButton href={href}>{text}</LinkButton>
      {search !== '' &&
        (field === undefined ? (
          <LinkButton href={links.find(urnName(search))}>Search for it</LinkButton>
        ) : (
          <LinkButton href={links.having(field, search)}>Search for what refers to it</LinkButton>
        ))}
    </>
  );
}
