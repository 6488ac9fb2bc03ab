import type { SampleDatasets } from './dataset.js';

const owners = { 'data-platform': 'TECHNICAL_OWNER' } as const;

/** Files of the data lake, and the older Hive tables that are still read. */
export const lake: SampleDatasets = {
  's3:fernhill-lake/landing/page_views': {
    description: 'The topic page_views as Parquet, one folder for each hour. Kept for two years.',
    ...{ owners, domain: 'marketing', tags: ['hourly', 'append-only'], rows: [812_000_000, 1_140_000] },
    ...{ from: ['kafka:page_views'], operation: 'INSERT' },
    columns: `
      view_id       string     Random number of the view
      viewed_at     timestamp  Time of the view
      path          string     Path without the query
      sku?          string     Article, on product pages
      browser_id    string     Random number that lives for 30 days
      device_kind   string     phone, tablet or desktop
      campaign?     string     Campaign that led to the shop ^campaign
      hour          string     Folder, such as 2026-03-01-14`,
  },
  's3:fernhill-lake/landing/order_events': {
    description: 'The topic order_events as Parquet, one folder for each hour.',
    ...{ owners, domain: 'sales', tags: ['hourly', 'append-only'], rows: [6_110_000, 5_200] },
    ...{ from: ['kafka:order_events'], operation: 'INSERT' },
    columns: `
      order_id      bigint     Order
      state         string     State after the change
      changed_at    timestamp  Time of the change
      payload       string     The message as JSON #contact-data`,
  },
  's3:fernhill-lake/landing/ad_costs': {
    description:
      'Costs and clicks of advertisements, as the agencies send them each morning. Weekends arrive on Monday.',
    ...{ owners: { 'priya.nair': 'BUSINESS_OWNER' }, domain: 'marketing', tags: ['external', 'known-gaps'] },
    ...{ rows: [48_900, 44], operation: 'INSERT' },
    links: { 'https://wiki.fernhill.example/marketing/agencies': 'Agencies and their formats' },
    columns: `
      day         date           Day of the costs
      network     string         Advertising network
      campaign    string         Code of the campaign ^campaign
      clicks      int            Clicks
      cost        decimal(12,2)  Costs without tax
      currency    string         ISO 4217 code`,
  },
  's3:fernhill-lake/landing/supplier_prices': {
    ...{ tags: ['external', 'to-document'], rows: [22_400, 18] },
    columns: `
      supplier    string
      article     string
      price       string
      valid_from? string`,
  },
  's3:fernhill-lake/exports/newsletter_audience': {
    description:
      'Customers who have agreed to the newsletter. The mailing service fetches the file each morning.',
    ...{ owners: { growth: 'TECHNICAL_OWNER' }, domain: 'marketing', tags: ['contact-data', 'nightly'] },
    ...{ from: ['snowflake:analytics.marts.customers'], rows: [168_200, 75], operation: 'INSERT' },
    columns: `
      email        string  Address #contact-data ^contact-details
      locale       string  Language
      segment      string  new, regular, lapsed or lost`,
  },
  'hive:fct_users_created': {
    description: 'One row for each user that was created',
    ...{ owners, domain: 'customers', container: 'urn:li:container:datahub_schema' },
    ...{ from: ['postgres:shop.public.users'], rows: [1_623, 7], operation: 'INSERT' },
    columns: `
      user_id     varchar(100)  Id of the user
      user_name   varchar(100)  Name of the user
      created_at  timestamp     When the user was created`,
  },
  'hive:weblogs.requests': {
    description: 'Lines of the web servers until the shop began to track page views.',
    ...{ owners, domain: 'marketing', tags: ['known-gaps'], rows: [2_204_000_000, 0] },
    deprecation:
      'Nothing is written to it since the topic page_views exists. Use the staging table stg_page_views.',
    columns: `
      at          timestamp  Time of the request
      host        string     Server
      path        string     Path with the query
      status      int        Status of the response
      referrer?   string     Page with the link
      day         date       Partition`,
  },
  'hive:weblogs.visits_daily': {
    description:
      'Visits of the years before page views were tracked. Needed for comparisons with earlier years.',
    ...{ domain: 'marketing', from: ['hive:weblogs.requests'], rows: [1_460, 0] },
    columns: `
      day       date
      visits    bigint
      visitors  bigint`,
  },
};
