import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ClientPayment, ClientSubscription, InvoiceSummary } from '@stridewell/contract/money/money';
import type { Amount } from '@stridewell/contract/money/money.amounts.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconDownload } from '@tabler/icons-react';
import { dayInSentence, money } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { ownInvoiceFileUrl } from './money.queries.ts';
import { amountsText, failedPayments, invoiceText, paymentText, priceText, subscriptionText } from './money.wording.ts';
import { PayInvoice } from './pay-invoice.tsx';

type OwnMoneyProps = {
  subscriptions: readonly ClientSubscription[];
  owed: readonly Amount[];
  invoices: readonly InvoiceSummary[];
  payments: readonly ClientPayment[];
  instructions: string;
  /** Whether the coach takes cards. */
  payOnline: boolean;
  today: string;
};

/** A client's own subscriptions, debts and payments, with every invoice as a file. */
export function OwnMoney({ subscriptions, owed, invoices, payments, instructions, payOnline, today }: OwnMoneyProps) {
  const isEmpty = subscriptions.length + invoices.length + payments.length === 0;
  const failed = failedPayments(invoices, payments);
  const running = subscriptions.filter(({ status }) => status !== 'ended');
  return (
    <Stack gap="lg" maw={680} mx="auto">
      <PageHeader
        title="Payments"
        lead={owed.length > 0 ? `Balance due: ${amountsText(owed)}.` : "You're all paid up."}
      />
      {isEmpty && (
        <EmptyState title="Your invoices will appear here">
          Invoices, payments and subscriptions with your coach appear on this page.
        </EmptyState>
      )}
      {failed.map(({ payment, invoice }) => (
        <Notice key={payment.id} tone="warning" title="Your payment did not go through">
          {`${money(payment.amountCents, payment.currency)} for invoice ${invoice.label}, ${dayInSentence(payment.paidOn, today)}. Reason: ${payment.reason}. Please pay again, or talk to your coach.`}
        </Notice>
      ))}
      {owed.length > 0 && (
        <SectionCard title="How to pay">
          {instructions ? (
            <Text style={{ whiteSpace: 'pre-line' }}>{instructions}</Text>
          ) : (
            <Muted>{payOnline ? 'Pay each invoice by card below.' : 'Please ask your coach how to pay.'}</Muted>
          )}
          <Muted mt="sm">
            {payOnline
              ? 'Card payments are recorded at once. Your coach records all others once they arrive.'
              : 'Your coach records the payment here once it arrives.'}
          </Muted>
        </SectionCard>
      )}
      {running.length > 0 && (
        <SectionCard title="Subscriptions">
          <div className={rows.divided}>
            {running.map((subscription) => (
              <Row
                key={subscription.id}
                title={subscription.name}
                detail={subscriptionText(subscription, today)}
                amount={priceText(subscription)}
              />
            ))}
          </div>
        </SectionCard>
      )}
      {invoices.length > 0 && (
        <SectionCard title="Invoices">
          <div className={rows.divided}>
            {invoices.map((invoice) => (
              <InvoiceRow
                key={invoice.id}
                invoice={invoice}
                hasFailed={failed.some((one) => one.invoice.id === invoice.id)}
                payOnline={payOnline}
                today={today}
              />
            ))}
          </div>
        </SectionCard>
      )}
      {payments.length > 0 && (
        <SectionCard title="Your payments">
          <div className={rows.divided}>
            {payments.map((payment) => (
              <Row
                key={payment.id}
                title={relativeDayLabel(payment.paidOn, today)}
                detail={[payment.invoiceLabel, paymentText(payment)].filter(Boolean).join(', ')}
                amount={money(payment.amountCents, payment.currency)}
              />
            ))}
          </div>
        </SectionCard>
      )}
    </Stack>
  );
}

type InvoiceRowProps = { invoice: InvoiceSummary; hasFailed: boolean; payOnline: boolean; today: string };

function InvoiceRow({ invoice, hasFailed, payOnline, today }: InvoiceRowProps) {
  const { id, label, issuedOn, totalCents, owedCents, currency } = invoice;
  return (
    <Row
      title={
        <Anchor href={ownInvoiceFileUrl(id)} download fw={600}>
          <Group component="span" gap={6} wrap="nowrap">
            <IconDownload size={16} stroke={1.75} aria-hidden />
            {`Invoice ${label}`}
          </Group>
        </Anchor>
      }
      detail={
        <>
          <Text
            span
            inherit
            {...((hasFailed || invoice.status === 'overdue') && { c: 'var(--risk-high-text)', fw: 600 })}
          >
            {[issuedOn && relativeDayLabel(issuedOn, today), hasFailed && 'Payment failed', invoiceText(invoice, today)]
              .filter(Boolean)
              .join('. ')}
          </Text>
          {payOnline && owedCents > 0 && (
            <PayInvoice invoiceId={id} label={label} owedCents={owedCents} currency={currency} />
          )}
        </>
      }
      amount={money(totalCents, currency)}
    />
  );
}

type RowProps = { title: React.ReactNode; detail: React.ReactNode; amount: string };

const Row = ({ title, detail, amount }: RowProps) => (
  <Group justify="space-between" wrap="nowrap" py="sm" align="flex-start">
    <div>
      <Text component="div">{title}</Text>
      <Muted component="div">{detail}</Muted>
    </div>
    <Text style={{ whiteSpace: 'nowrap' }}>{amount}</Text>
  </Group>
);
