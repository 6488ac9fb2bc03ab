import { Notice } from '../../kit/notice.js';

/** Says that a walk has not reached everything. */
export const Incomplete = () => (
  <Notice kind="warn">
    <p>
      <strong>Incomplete.</strong> The service stopped at a limit, or is still reading lineage after an
      upgrade. Entities and columns can be missing, mostly those further away.
    </p>
  </Notice>
);
