import type { AspectUpsert } from '../../aspects/aspect.js';
import type { AuditStamp } from '../../core/clock.js';
import { datasetUrn } from './dataset.js';
import { type Described, toAspects } from './described.js';

interface Chart extends Described {
  readonly title: string;
  readonly description?: string;
  readonly type: 'LINE' | 'BAR' | 'TABLE' | 'PIE';
  /** The datasets that it reads, as `platform:name`. */
  readonly reads: readonly string[];
}

interface Dashboard extends Described {
  readonly title: string;
  readonly description: string;
  readonly charts: Readonly<Record<string, Chart>>;
}

const finance = { 'ines.moreau': 'BUSINESS_OWNER' } as const;
const growth = { growth: 'BUSINESS_OWNER' } as const;
const mart = (name: string) => `snowflake:analytics.marts.${name}`;

const dashboards: Readonly<Record<string, Dashboard>> = {
  trading: {
    title: 'Trading overview',
    description: 'How the shop is doing, for the meeting on Monday.',
    ...{ owners: finance, domain: 'sales', tags: ['board-report'] },
    links: { 'https://wiki.fernhill.example/finance/trading-overview': 'How to read the dashboard' },
    charts: {
      revenue: {
        title: 'Net revenue by day',
        description: 'Compared with the same days of the year before.',
        ...{ type: 'LINE', reads: [mart('revenue_daily')], owners: finance, terms: ['net-revenue'] },
      },
      order_value: {
        title: 'Average order value',
        ...{ type: 'LINE', reads: [mart('revenue_daily')], owners: finance, terms: ['order-value'] },
      },
      best_sellers: {
        title: 'Best-selling plants',
        description: 'The thirty articles with the most pieces sold in the last seven days.',
        ...{ type: 'TABLE', reads: [mart('product_sales')] },
      },
      delivery: {
        title: 'Hours to delivery',
        ...{ type: 'BAR', reads: [mart('delivery_times')], terms: ['delivery-time'] },
      },
    },
  },
  marketing: {
    title: 'Marketing performance',
    description: 'What campaigns cost and bring. The last two days are provisional.',
    ...{ owners: growth, domain: 'marketing', tags: ['known-gaps'] },
    charts: {
      campaigns: {
        title: 'Acquisition cost by campaign',
        description: 'Without campaigns that cost less than 100 euros.',
        ...{ type: 'BAR', reads: [mart('campaign_results')], owners: growth, terms: ['acquisition-cost'] },
      },
      devices: { title: 'Sessions by device', type: 'PIE', reads: [mart('sessions')] },
      cohorts: {
        title: 'Customers who come back',
        ...{ type: 'TABLE', reads: [mart('customer_cohorts')], owners: growth, tags: ['experimental'] },
      },
    },
  },
};

/** Charts and dashboards as DataHub's source for Looker writes them. */
export const reportAspects = (stamp: AuditStamp): AspectUpsert[] =>
  Object.entries(dashboards).flatMap(([id, { title, description, charts, ...described }]) => {
    const chartUrn = (chart: string) => `urn:li:chart:(looker,${id}.${chart})`;
    const times = { created: stamp, lastModified: stamp };
    return [
      ...Object.entries(charts).flatMap(([chart, { title, description = '', type, reads, ...described }]) =>
        toAspects(
          chartUrn(chart),
          {
            chartInfo: {
              ...{ title, description, type, lastModified: times },
              inputs: reads.map((key) => ({ string: datasetUrn(key) })),
            },
          },
          { ...described, platform: 'looker' },
          stamp,
        ),
      ),
      ...toAspects(
        `urn:li:dashboard:(looker,${id})`,
        {
          dashboardInfo: {
            ...{ title, description, lastModified: times },
            charts: Object.keys(charts).map(chartUrn),
            dashboardUrl: `https://looker.fernhill.example/dashboards/${id}`,
          },
        },
        { ...described, platform: 'looker' },
        stamp,
      ),
    ];
  });
