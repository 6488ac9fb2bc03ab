import { Page } from '../../ui/page.js';

export default function Todo() {
  return <Page title="tags/tag">to do</Page>;
}
