import type { ComponentChildren, ComponentType } from 'preact';
import { may } from '../api/caller.js';
import type { Privilege } from '../model/privileges.js';
import { Button } from './button.js';
import { List, type ListProps, type ListState } from './list.js';
import { Page, type PageProps } from './page.js';
import { type DialogState, useDialog } from './use-dialog.js';

type ListPageProps<Name extends string, Data, Variables, Row> = Pick<PageProps, 'about' | 'needs'> &
  Omit<ListProps<Name, Data, Variables, Row>, 'children'> & {
    /** Beside the title. */
    actions?(dialog: DialogState): ComponentChildren;
    /** The form that creates one more, for callers with the privilege. */
    create?: {
      readonly text: string;
      readonly needs: Privilege;
      readonly Form: ComponentType<{ onClose(): void }>;
    };
    children(rows: readonly Row[], dialog: DialogState, state: ListState<Name>): ComponentChildren;
  };

/** A page that is a list. It has one dialog, which the actions and the rows open. */
export function ListPage<Data, Variables, Row, Name extends string = never>(
  props: ListPageProps<Name, Data, Variables, Row>,
) {
  const { actions, create, about, needs, children, ...list } = props;
  const dialog = useDialog();
  return (
    <Page
      title={list.label}
      about={about}
      needs={needs}
      actions={
        <>
          {actions?.(dialog)}
          {create && may(create.needs) && (
            <Button
              kind="primary"
              icon="plus"
              onClick={() => dialog.open((close) => <create.Form onClose={close} />)}
            >
              {create.text}
            </Button>
          )}
        </>
      }
    >
      <List {...list}>{(rows, state) => children(rows, dialog, state)}</List>
      {dialog.shown}
    </Page>
  );
}
