import { Anchor, Badge, Button, Group, Stack, TextInput } from '@mantine/core';
import type { ClientPayment, Invoice } from '@stridewell/contract/money/money';
import { MONEY_BOUNDS } from '@stridewell/contract/money/money.invoices.rules';
import { IconBan, IconBell, IconBellOff, IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { money } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { MenuParts } from '../../ui/panel-menu.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { InvoiceContent } from './invoice-content.tsx';
import {
  invoiceFileUrl,
  invoiceSettingsQuery,
  useDeleteInvoice,
  useIssueInvoice,
  usePauseReminders,
  useVoidInvoice,
} from './money.queries.ts';
import { invoiceText } from './money.wording.ts';
import { MoneyHistory } from './money-history.tsx';
import { PaymentTable } from './payment-table.tsx';

const InvoiceForm = late(async () => (await import('./invoice-form.tsx')).InvoiceForm);
const PaymentForm = late(async () => (await import('./payment-form.tsx')).PaymentForm);

type InvoiceDetailsProps = {
  coachId: string;
  invoice: Invoice;
  payments: readonly ClientPayment[];
  today: string;
  onDeleted: () => void;
};

/** One invoice of the coach, with what can be done about it. */
export function InvoiceDetails({ coachId, invoice, payments, today, onDeleted }: InvoiceDetailsProps) {
  const { label, clientId, clientName, status } = invoice;
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Muted>
          <Anchor inherit component={Link} to={`/coach/${coachId}/money`}>
            Money
          </Anchor>
        </Muted>
        <PageHeader
          title={label ? `Invoice ${label}` : 'Draft invoice'}
          lead={
            <>
              For{' '}
              <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`}>
                {clientName}
              </Anchor>
            </>
          }
          actions={<InvoiceActions coachId={coachId} invoice={invoice} today={today} onDeleted={onDeleted} />}
        />
        <Group>
          <Badge color={status === 'overdue' ? 'red' : status === 'paid' ? 'pine' : 'gray'}>
            {invoiceText(invoice, today)}
          </Badge>
        </Group>
      </Stack>
      <SectionCard title="Invoice">
        <InvoiceContent invoice={invoice} />
      </SectionCard>
      {payments.length > 0 && (
        <SectionCard title="Payments">
          <PaymentTable ofOneInvoice coachId={coachId} payments={payments} today={today} />
        </SectionCard>
      )}
      {status !== 'draft' && (
        <SectionCard title="History">
          <MoneyHistory coachId={coachId} subjectId={invoice.id} />
        </SectionCard>
      )}
    </Stack>
  );
}

type ActionsProps = Omit<InvoiceDetailsProps, 'payments'>;

function InvoiceActions({ coachId, invoice, today, onDeleted }: ActionsProps) {
  return invoice.status === 'draft' ? (
    <DraftActions coachId={coachId} invoice={invoice} onDeleted={onDeleted} />
  ) : (
    <IssuedActions coachId={coachId} invoice={invoice} today={today} />
  );
}

function DraftActions({ coachId, invoice, onDeleted }: Omit<ActionsProps, 'today'>) {
  const issue = useIssueInvoice(coachId);
  const remove = useDeleteInvoice(coachId);
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const settings = useQuery({ ...invoiceSettingsQuery(coachId), enabled: editing });
  const { id, clientName, currency, totalCents } = invoice;
  const send = () =>
    void issue.mutateAsync(id).then(
      ({ label }) => toast.success(`Invoice ${label} sent`, `${money(totalCents, currency)} for ${clientName}`),
      (error: unknown) => toast.error('The invoice was not sent', messageOf(error, 'Please try again.')),
    );
  return (
    <Group gap="xs">
      <IconButton label="Delete draft" icon={IconTrash} onClick={() => setDeleting(true)} />
      <Button variant="default" leftSection={<IconPencil size={18} stroke={1.75} />} onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button loading={issue.isPending} onClick={send}>
        Send invoice
      </Button>
      {editing && settings.data && (
        <InvoiceForm
          coachId={coachId}
          invoice={invoice}
          currency={currency}
          settings={settings.data}
          onDone={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title="Delete this draft?"
          confirmLabel="Delete draft"
          cancelLabel="Keep draft"
          action={remove}
          onConfirm={() => {
            void remove.mutateAsync(id).then(onDeleted, () => undefined);
          }}
          onClose={() => setDeleting(false)}
        >
          It was not sent, so your client does not know about it.
        </ConfirmDialog>
      )}
    </Group>
  );
}

function IssuedActions({ coachId, invoice, today }: Omit<ActionsProps, 'onDeleted'>) {
  const [paying, setPaying] = useState(false);
  const [voiding, setVoiding] = useState(false);
  const { id, owedCents, currency, status, remindersPaused, paidCents, refundedCents } = invoice;
  const isOwed = owedCents > 0 && status !== 'refunded';
  const canVoid = status !== 'void' && paidCents <= refundedCents;
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={invoiceFileUrl(coachId, id)}
        download
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} />}
      >
        PDF
      </Button>
      {isOwed && <Button onClick={() => setPaying(true)}>Record payment</Button>}
      {(canVoid || isOwed) && (
        <LateMenu
          position="bottom-end"
          withinPortal={false}
          target={(button) => <IconButton {...button} label="More about this invoice" icon={IconDots} />}
        >
          {(Menu) => (
            <>
              {isOwed && <ReminderItem parts={Menu} coachId={coachId} invoiceId={id} paused={remindersPaused} />}
              {canVoid && (
                <Menu.Item
                  leftSection={<IconBan size={18} stroke={1.75} aria-hidden />}
                  onClick={() => setVoiding(true)}
                >
                  Void invoice
                </Menu.Item>
              )}
            </>
          )}
        </LateMenu>
      )}
      {paying && (
        <PaymentForm
          coachId={coachId}
          today={today}
          currency={currency}
          invoice={invoice}
          onClose={() => setPaying(false)}
        />
      )}
      {voiding && <VoidDialog coachId={coachId} invoice={invoice} onClose={() => setVoiding(false)} />}
    </Group>
  );
}

type ReminderItemProps = { parts: MenuParts; coachId: string; invoiceId: string; paused: boolean };

function ReminderItem({ parts: Menu, coachId, invoiceId, paused }: ReminderItemProps) {
  const change = usePauseReminders(coachId);
  const Icon = paused ? IconBell : IconBellOff;
  const toggle = () =>
    void change.mutateAsync({ invoiceId, paused: !paused }).then(
      () =>
        toast.success(
          paused ? 'Reminders resumed' : 'Reminders stopped',
          paused
            ? 'Your client is reminded 3, 7 and 14 days after the due day.'
            : 'Your client gets no reminders of this invoice.',
        ),
      (error: unknown) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')),
    );
  return (
    <Menu.Item leftSection={<Icon size={18} stroke={1.75} aria-hidden />} onClick={toggle}>
      {paused ? 'Resume reminders' : 'Stop reminders'}
    </Menu.Item>
  );
}

type VoidDialogProps = { coachId: string; invoice: Invoice; onClose: () => void };

function VoidDialog({ coachId, invoice: { id: invoiceId, label }, onClose }: VoidDialogProps) {
  const change = useVoidInvoice(coachId);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={`Void invoice ${label}?`}
      confirmLabel="Void invoice"
      cancelLabel="Keep invoice"
      action={change}
      fallback="The invoice was not voided. Please try again."
      disabled={reason.trim() === ''}
      onConfirm={() => {
        void change.mutateAsync({ invoiceId, reason: reason.trim() }).then(onClose, () => undefined);
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Muted>It keeps its number, and your client no longer owes it. This cannot be undone.</Muted>
        <TextInput
          label="Reason"
          description="Your client reads this."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={MONEY_BOUNDS.line}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
