import { Button, Stack, Text } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { requireClient } from '../app/guards.ts';
import { SandboxInvoicePayment } from '../features/billing/sandbox-invoice-payment.tsx';
import { TestModeNote } from '../features/billing/test-mode-note.tsx';
import { checkoutQuery } from '../features/money/money.queries.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryBoundary } from '../ui/query-boundary.tsx';
import { SectionCard } from '../ui/section-card.tsx';

export const Route = createFileRoute('/client/pay/$checkoutId')({
  async beforeLoad(visit) {
    if (!isUuid(visit.params.checkoutId)) throw notFound();
    await requireClient(visit);
  },
  component: PayPage,
});

/** The page of the sandbox, in place of the one of a payment provider. */
function PayPage() {
  const { checkoutId } = Route.useParams();
  const navigate = Route.useNavigate();
  const back = () => void navigate({ to: '/client/payments', search: { checkout: checkoutId } });
  return (
    <Stack gap="lg" maw={480} mx="auto">
      <PageHeader title="Pay your invoice" />
      <TestModeNote>Use one of the test cards below.</TestModeNote>
      <QueryBoundary
        query={useQuery(checkoutQuery(checkoutId))}
        failed="This payment could not be loaded"
        skeleton={320}
      >
        {({ status, amountCents, currency }) => (
          <SectionCard title="Card">
            {status === 'open' ? (
              <SandboxInvoicePayment
                checkoutId={checkoutId}
                amountCents={amountCents}
                currency={currency}
                onPaid={back}
              />
            ) : (
              <Stack gap="md" align="flex-start">
                <Text>This payment is finished. Your invoices are on the page before.</Text>
                <Button component={Link} to="/client/payments" variant="default">
                  Back to your payments
                </Button>
              </Stack>
            )}
          </SectionCard>
        )}
      </QueryBoundary>
    </Stack>
  );
}
