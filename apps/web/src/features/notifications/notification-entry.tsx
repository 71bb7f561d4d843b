import { Box, Stack, Text, ThemeIcon, UnstyledButton } from '@mantine/core';
import type { Notification } from '@stridewell/contract/notifications/notifications';
import {
  IconAlarm,
  IconBandage,
  IconBarbell,
  IconCalendarCancel,
  IconCalendarCog,
  IconCalendarDue,
  IconCalendarPlus,
  IconClipboardCheck,
  IconClipboardX,
  IconCoin,
  IconCreditCardOff,
  IconCreditCardPay,
  IconFileInvoice,
  IconFileZip,
  IconHeartbeat,
  IconMessage,
  IconMessageReply,
  IconPlugConnectedX,
  IconRefresh,
  IconSalad,
  IconTargetArrow,
  IconUserCheck,
  IconUserHeart,
  IconUserMinus,
  IconUserPause,
  IconUserPlus,
  IconWebhookOff,
  IconWorldX,
} from '@tabler/icons-react';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import classes from './notification-list.module.css';

const ICONS: Record<Notification['type'], typeof IconMessage> = {
  check_in_completed: IconClipboardCheck,
  check_in_due: IconCalendarDue,
  message_received: IconMessage,
  client_assigned: IconUserPlus,
  coach_assigned: IconUserHeart,
  coaching_ended: IconUserMinus,
  coaching_paused: IconUserPause,
  coaching_resumed: IconUserCheck,
  check_in_overdue: IconClipboardX,
  check_in_reviewed: IconMessageReply,
  session_scheduled: IconCalendarPlus,
  session_changed: IconCalendarCog,
  session_cancelled: IconCalendarCancel,
  session_reminder: IconAlarm,
  onboarding_completed: IconUserCheck,
  program_assigned: IconBarbell,
  program_changed: IconRefresh,
  pain_flagged: IconBandage,
  workout_comment: IconMessageReply,
  food_comment: IconMessageReply,
  meal_plan_assigned: IconSalad,
  adjustment_proposed: IconCalendarCog,
  target_proposed: IconTargetArrow,
  safety_notice: IconUserHeart,
  client_at_risk: IconHeartbeat,
  lead_captured: IconUserPlus,
  flow_waiting: IconAlarm,
  invoice_issued: IconFileInvoice,
  payment_overdue: IconCoin,
  payment_failed: IconCreditCardOff,
  payment_received: IconCreditCardPay,
  coach_decided: IconUserCheck,
  data_ready: IconFileZip,
  webhook_turned_off: IconWebhookOff,
  domain_failing: IconWorldX,
  crm_attention: IconPlugConnectedX,
};

/** One notification, to open with a click. */
export function NotificationEntry({ item, onClick }: { item: Notification; onClick: () => void }) {
  const timeZone = useTimeZone();
  const Icon = ICONS[item.type];
  return (
    <UnstyledButton className={classes.item} onClick={onClick}>
      <ThemeIcon component="span" size={32} radius="xl" variant="light" aria-hidden>
        <Icon size={18} stroke={1.75} />
      </ThemeIcon>
      <Stack component="span" gap={2} flex={1} miw={0}>
        <Text component="span" fw={item.read ? 500 : 650}>
          {item.title}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {item.message}
        </Text>
        {/* The server renders the relative time a moment before the browser. */}
        <Text component="time" size="xs" c="dimmed" dateTime={item.createdAt} suppressHydrationWarning>
          {timeAgo(item.createdAt, timeZone)}
        </Text>
      </Stack>
      {!item.read && (
        <Box component="span" w={8} h={8} mt={6} flex="none" bdrs="xl" bg="ember.5" role="img" aria-label="Unread" />
      )}
    </UnstyledButton>
  );
}
