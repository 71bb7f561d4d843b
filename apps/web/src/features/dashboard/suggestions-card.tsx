import { Anchor, Box, Collapse, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { AiSuggestion, CoachDashboard, HiddenSuggestion } from '@stridewell/contract/dashboard/dashboard';
import { SUGGESTION_TOPICS, type SuggestionTopic } from '@stridewell/contract/messages/messages.rules';
import { addDays } from '@stridewell/contract/time';
import { IconAlertTriangle, IconBulb, IconClock, IconDots, IconTrendingDown, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { dayInSentence, listText } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import rows from '../../ui/rows.module.css';
import { CardState } from './card-state.tsx';
import { useHideSuggestions } from './dashboard.queries.ts';
import { FoldCard } from './fold.tsx';

const LOOK = {
  alert: { Icon: IconAlertTriangle, color: 'var(--risk-high)' },
  warning: { Icon: IconTrendingDown, color: 'var(--risk-moderate)' },
  recommendation: { Icon: IconBulb, color: 'var(--risk-low)' },
};

const GROUP_TEXT: Record<SuggestionTopic, string> = {
  unanswered: 'have no answer yet',
  check_in: 'missed check-ins',
  renewal: 'have a subscription that ends soon',
  adherence: 'follow the plan less than before',
  plateau: 'have stayed around the same weight for four weeks',
};
/** Names in the sentence of a group; the others are counted. */
const NAMES = 2;
/** Where the dashboard has three columns, the middle one has room for the messages of a few clients. */
const THREE_COLUMNS = '(min-width: 75.0625em)';
const OPEN_AT_FIRST = 5;
/** Days for which a suggestion is snoozed, today included. */
const SNOOZES = [
  { label: 'Until tomorrow', days: 1 },
  { label: 'For 3 days', days: 3 },
  { label: 'For a week', days: 7 },
] as const;

type SuggestionsCardProps = { coachId: string; dashboard: CoachDashboard; onRetry: () => void };
type ListProps = { coachId: string; today: string; hide: Hide; suggestions: readonly AiSuggestion[] };

/** Suggestions by topic. Each one leads to a drafted message and can be snoozed or dismissed. */
export function SuggestionsCard({ coachId, dashboard, onRetry }: SuggestionsCardProps) {
  const hide = useHide(coachId);
  const { suggestions: card } = dashboard;
  const count = card.state === 'ready' ? card.data.length : 0;
  return (
    <FoldCard title="AI Assistant Suggestions" summary={count > 0 ? String(count) : undefined}>
      <CardState
        card={card}
        locked="See who needs you next, and why."
        failed="Failed to load AI suggestions"
        onRetry={onRetry}
      >
        {(suggestions) =>
          suggestions.length === 0 ? (
            <Text c="dimmed">No suggestions available at this time</Text>
          ) : (
            <ul className={rows.divided}>
              {SUGGESTION_TOPICS.map((topic) => (
                <TopicRow
                  key={topic}
                  coachId={coachId}
                  hide={hide}
                  today={dashboard.today}
                  suggestions={suggestions.filter((one) => one.topic === topic)}
                />
              ))}
            </ul>
          )
        }
      </CardState>
    </FoldCard>
  );
}

/** One row for a topic: a single client with the whole message, several with their names and the messages on request. */
function TopicRow(props: ListProps) {
  const [first, ...others] = props.suggestions;
  if (!first) return null;
  return others.length === 0 ? <SingleRow {...props} suggestion={first} /> : <GroupRow {...props} first={first} />;
}

type RowProps = { type: AiSuggestion['type']; menu: ReactNode; children: ReactNode };

function Row({ type, menu, children }: RowProps) {
  const { Icon, color } = LOOK[type];
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" py={10}>
      <Icon size={20} stroke={1.75} color={color} aria-label={type} style={{ flex: 'none' }} />
      <Box flex={1} miw={0}>
        {children}
      </Box>
      {menu}
    </Group>
  );
}

type SuggestionProps = Omit<ListProps, 'suggestions'> & { suggestion: AiSuggestion };

const SingleRow = ({ coachId, today, hide, suggestion }: SuggestionProps) => (
  <Row
    type={suggestion.type}
    menu={
      <HideMenu coachId={coachId} today={today} hide={hide} suggestions={[suggestion]} of={suggestion.clientName} />
    }
  >
    <Text size="sm">{suggestion.message}</Text>
    <DraftLink coachId={coachId} suggestion={suggestion} />
  </Row>
);

function GroupRow({ coachId, today, hide, suggestions, first }: ListProps & { first: AiSuggestion }) {
  const hasRoom = useMediaQuery(THREE_COLUMNS, false, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(hasRoom && suggestions.length <= OPEN_AT_FIRST);
  const panel = useId();
  const names = suggestions.slice(0, NAMES).map(({ clientName }) => clientName);
  const rest = suggestions.length - names.length;
  const everyone = listText(rest > 0 ? [...names, `${rest} more`] : names);
  const group = `${suggestions.length} clients`;
  return (
    <Row
      type={first.type}
      menu={<HideMenu coachId={coachId} today={today} hide={hide} suggestions={suggestions} of={group} />}
    >
      <Text size="sm">
        {everyone} {GROUP_TEXT[first.topic]}.
      </Text>
      <UnstyledButton aria-expanded={isOpen} aria-controls={panel} onClick={toggle}>
        <Text span size="sm" fw={600} c="var(--mantine-color-anchor)">
          {isOpen ? 'Hide details' : `Show all ${suggestions.length}`}
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen} id={panel}>
        <ul className={rows.divided}>
          {suggestions.map((suggestion) => (
            <Group key={suggestion.id} component="li" gap="xs" wrap="nowrap" align="flex-start" py={8}>
              <Box flex={1} miw={0}>
                <Text size="sm">{suggestion.message}</Text>
                <DraftLink coachId={coachId} suggestion={suggestion} />
              </Box>
              <HideMenu
                coachId={coachId}
                today={today}
                hide={hide}
                suggestions={[suggestion]}
                of={suggestion.clientName}
              />
            </Group>
          ))}
        </ul>
      </Collapse>
    </Row>
  );
}

/** Opens the conversation with a drafted message, which the coach reads and sends. */
function DraftLink({ coachId, suggestion }: { coachId: string; suggestion: AiSuggestion }) {
  const { clientId, clientName, action, topic } = suggestion;
  return (
    <Anchor
      size="sm"
      fw={600}
      aria-label={`${action}: ${clientName}`}
      renderRoot={(props) => (
        <Link {...props} to={`/coach/${coachId}/messages/${clientId}`} search={{ suggestion: topic }} />
      )}
    >
      {action}
    </Anchor>
  );
}

/** `of` names the client or clients. */
function HideMenu({ today, hide, suggestions, of }: ListProps & { of: string }) {
  const hideUntil = (title: string, untilOf: (suggestion: AiSuggestion) => string) =>
    hide(
      suggestions.map((one) => ({ clientId: one.clientId, topic: one.topic, until: untilOf(one) })),
      { title, of },
    );
  return (
    <LateMenu
      position="bottom-end"
      width={220}
      target={(button) => <IconButton {...button} label={`Snooze or dismiss: ${of}`} icon={IconDots} />}
    >
      {(Menu) => (
        <>
          <Menu.Label>Snooze</Menu.Label>
          {SNOOZES.map(({ label, days }) => (
            <Menu.Item
              key={days}
              leftSection={<IconClock size={18} stroke={1.75} />}
              onClick={() =>
                hideUntil(`Snoozed until ${dayInSentence(addDays(today, days), today)}`, () => addDays(today, days - 1))
              }
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconX size={18} stroke={1.75} />}
            onClick={() => hideUntil('Dismissed until the next check-in', ({ dismissUntil }) => dismissUntil)}
          >
            Dismiss
          </Menu.Item>
        </>
      )}
    </LateMenu>
  );
}

type Hide = (hidden: HiddenSuggestion[], words: { title: string; of: string }) => void;

/** Hides suggestions with a way back. The card holds the change, because its row is gone at once. */
function useHide(coachId: string): Hide {
  const change = useHideSuggestions(coachId);
  const onError = () => toast.error('Nothing was changed', 'Your suggestions have not changed. Please try again.');
  return (hidden, { title, of }) => {
    const undo = () =>
      change.mutate(
        hidden.map((one) => ({ ...one, until: null })),
        { onError },
      );
    change.mutate(hidden, { onError, onSuccess: () => toast.success(title, of, { label: 'Undo', run: undo }) });
  };
}
