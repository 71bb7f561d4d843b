import { Button, Group, Stack } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionStore, useSession } from '../app/session.ts';
import { businessQuery } from '../features/coaches/coaches.queries.ts';
import {
  invoiceSettingsQuery,
  invoicesQuery,
  moneyQuery,
  packagesQuery,
  paymentsQuery,
  subscriptionsQuery,
} from '../features/money/money.queries.ts';
import {
  MONEY_TAB_LABELS,
  MONEY_TABS,
  type MoneySearch,
  type MoneyTab,
  readMoneySearch,
} from '../features/money/money.search.ts';
import { InvoiceList, PaymentList, SubscriptionList } from '../features/money/money-lists.tsx';
import { MoneyOverview, NoInvoices } from '../features/money/money-overview.tsx';
import { PackageList } from '../features/money/package-list.tsx';
import { unread } from '../lib/unread-search.ts';
import { late } from '../ui/late.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';

const InvoiceForm = late(async () => (await import('../features/money/invoice-form.tsx')).InvoiceForm);
const PaymentForm = late(async () => (await import('../features/money/payment-form.tsx')).PaymentForm);
const BusinessCard = late(async () => (await import('../features/coaches/business-card.tsx')).BusinessCard);
const InvoiceSettingsCard = late(
  async () => (await import('../features/money/invoice-settings.tsx')).InvoiceSettingsCard,
);

/** The first query of each tab. The tab shows its failure itself. */
const FIRST: Record<MoneyTab, (coachId: string) => Promise<unknown>> = {
  overview: (coachId) => queryClient.prefetchQuery(moneyQuery(coachId)),
  invoices: (coachId) => queryClient.prefetchInfiniteQuery(invoicesQuery(coachId)),
  payments: (coachId) => queryClient.prefetchInfiniteQuery(paymentsQuery(coachId)),
  subscriptions: (coachId) => queryClient.prefetchQuery(subscriptionsQuery(coachId)),
  packages: (coachId) => queryClient.prefetchQuery(packagesQuery(coachId)),
  settings: (coachId) =>
    Promise.all([
      queryClient.prefetchQuery(businessQuery(coachId)),
      queryClient.prefetchQuery(invoiceSettingsQuery(coachId)),
    ]),
};

export const Route = createFileRoute('/coach/$coachId/money/')({
  validateSearch: unread<MoneySearch>,
  beforeLoad: (visit) => requireCoach(visit),
  loader: async ({ params: { coachId }, location }) => {
    const { tab = 'overview' } = readMoneySearch({ ...location.search });
    await FIRST[tab](coachId);
  },
  pendingComponent: () => <PageSkeleton title="Money" width={1280} heights={[44, 420]} />,
  component: MoneyPage,
});

function MoneyPage() {
  const { coachId } = Route.useParams();
  const { tab = 'overview' } = readMoneySearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { session } = useSession();
  const [adding, setAdding] = useState<'payment' | 'invoice' | null>(null);
  const today = dayInZone(new Date(), session?.coach?.timeZone ?? 'UTC');
  const packages = useQuery(packagesQuery(coachId));
  const settings = useQuery({ ...invoiceSettingsQuery(coachId), enabled: adding === 'invoice' });
  const currency = packages.data?.currency ?? 'USD';
  const write = (
    <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setAdding('invoice')}>
      New invoice
    </Button>
  );
  const panels: Record<MoneyTab, ReactNode> = {
    overview: <MoneyOverview coachId={coachId} whenNone={<NoInvoices action={write} />} />,
    invoices: <InvoiceList coachId={coachId} today={today} />,
    payments: <PaymentList coachId={coachId} today={today} />,
    subscriptions: <SubscriptionList coachId={coachId} currency={currency} />,
    packages: <PackageList coachId={coachId} />,
    settings: (
      <Stack gap="lg">
        <BusinessCard coachId={coachId} onChanged={() => void sessionStore.apply('USER_UPDATED')} />
        <InvoiceSettingsCard coachId={coachId} />
      </Stack>
    ),
  };
  const close = () => setAdding(null);
  return (
    <Stack gap="lg">
      <PageHeader
        title="Money"
        lead="What you sell, what your clients pay, and what they still owe."
        actions={
          <Group gap="xs">
            {write}
            <Button leftSection={<IconCash size={18} stroke={1.75} />} onClick={() => setAdding('payment')}>
              Record payment
            </Button>
          </Group>
        }
      />
      <PageTabs
        label="About your money"
        tabs={MONEY_TABS}
        labels={MONEY_TAB_LABELS}
        tab={tab}
        onChange={(value) =>
          void navigate({ search: readMoneySearch({ tab: value }), replace: true, resetScroll: false })
        }
      >
        {panels[tab]}
      </PageTabs>
      {adding === 'payment' && <PaymentForm coachId={coachId} today={today} currency={currency} onClose={close} />}
      {adding === 'invoice' && settings.data && (
        <InvoiceForm
          coachId={coachId}
          currency={currency}
          invoice={null}
          settings={settings.data}
          onDone={({ id }) =>
            void navigate({ to: '/coach/$coachId/money/$invoiceId', params: { coachId, invoiceId: id } })
          }
          onClose={close}
        />
      )}
    </Stack>
  );
}
