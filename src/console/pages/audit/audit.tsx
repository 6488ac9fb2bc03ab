import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="audit/audit">to do</Page>;
}
