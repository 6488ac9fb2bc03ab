import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="health/health">to do</Page>;
}
