import { may } from '../../api/caller.js';
import { quietly, useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
import { Notice } from '../../kit/notice.js';
import { Page } from '../../kit/page.js';
import { useRefresh } from '../../kit/use-refresh.js';
import { DatabasePart, ServicePart, WorkPart } from './facts.js';
import { headline, problemsOf } from './problems.js';
import { health, type ServiceHealth, truncations, type Webhooks, webhooks } from './request.js';
import './health.css';

export default function Health() {
  const query = useQuery(health, {});
  const running = useQuery(truncations, may('GET_ES_TASK_STATUS_PRIVILEGE') ? {} : null);
  const hooks = useQuery(webhooks, may('MANAGE_WEBHOOKS') ? {} : null);
  useRefresh(() => {
    for (const { reload } of [query, running, hooks]) reload();
  });
  return (
    <Page title="Health" about="This process, its database and its work. Refreshed every 5 s.">
      <Loaded query={quietly(query)} label="Health">
        {({ serviceHealth }) => (
          <>
            <State health={serviceHealth} webhooks={hooks.data?.listWebhooks} />
            <div class="thirds">
              <ServicePart health={serviceHealth} />
              <DatabasePart health={serviceHealth} />
              <WorkPart
                health={serviceHealth}
                truncations={running.data?.truncationTasks}
                webhooks={hooks.data?.listWebhooks}
              />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The state in words, for people and screen readers. */
function State({ health, webhooks }: { health: ServiceHealth; webhooks: Webhooks | undefined }) {
  const problems = problemsOf(health, webhooks);
  const [worst] = problems;
  return (
    <Notice kind={worst === undefined ? 'good' : worst.isBad ? 'bad' : 'warn'} role="status">
      <p>
        <strong>{headline(problems)}</strong>{' '}
        {worst === undefined ? 'Nothing needs attention.' : problems.map(({ text }) => text).join(' ')}
      </p>
    </Notice>
  );
}
