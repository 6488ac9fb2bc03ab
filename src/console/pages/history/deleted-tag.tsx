import type { ComponentChildren } from 'preact';
import { urnName } from '../../../client/urn-name.js';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { bringBack } from '../../edits/delete-tag.js';
import { Button } from '../../kit/button.js';
import { Empty } from '../../kit/empty.js';
import { Person } from '../../kit/marks.js';
import { say } from '../../kit/messages.js';
import { Failure } from '../../kit/notice.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';
import { links } from '../../model/links.js';
import { shownName } from '../entity/entity-link.js';
import { listChanges } from './request.js';

interface DeletedTagProps {
  urn: string;
  /** For a tag that was never deleted. */
  children?: ComponentChildren;
}

/** Says who deleted a tag and when, and restores it for those who may. */
export function DeletedTag({ urn, children }: DeletedTagProps) {
  const { data, isLoading } = useQuery(listChanges, { input: { urn, categories: ['LIFECYCLE'], count: 1 } });
  const action = useAction();
  const [last] = data?.changes.changes ?? [];
  if (isLoading && !data) return null;
  if (last?.operation !== 'HARD_DELETE') return <>{children}</>;
  const restore = async () => say(await bringBack(urn, 'The tag is restored.'));
  return (
    <>
      <Empty
        icon="trash"
        title="This tag was deleted"
        actions={
          may('MANAGE_TAGS') && (
            <Button
              kind="primary"
              icon="undo"
              isDisabled={action.isRunning}
              onClick={() => action.run(restore)}
            >
              {action.isRunning ? 'Restoring …' : 'Restore'}
            </Button>
          )
        }
      >
        <p>
          <bdi>{urnName(urn)}</bdi> was deleted by{' '}
          <Person urn={last.actor.urn} name={shownName(last.actor)} href={links.named(last.actor.urn)} />{' '}
          <Time ms={last.time} />. A deleted tag can be restored for some days, with its name, description and
          colour, and on everything that had it.
        </p>
      </Empty>
      {action.error && <Failure error={action.error} />}
    </>
  );
}
