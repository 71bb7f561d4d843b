import { ActionIcon, Button, Group, SegmentedControl, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconClock, IconDots, IconDownload, IconPlus } from '@tabler/icons-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { type CalendarView, VIEWS } from './calendar.search.ts';
import { type Span, titleOf } from './calendar.views.ts';
import classes from './calendar-page.module.css';

/** The whole row of a phone. */
const WIDTH = { base: '100%', sm: 'auto' };
const LABELS: Record<CalendarView, string> = { agenda: 'List', day: 'Day', week: 'Week', month: 'Month' };

type CalendarToolbarProps = {
  view: CalendarView;
  span: Span;
  date: string;
  onView: (view: CalendarView) => void;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  onNew: () => void;
  onAvailability: () => void;
  onDownload: () => void;
};

/** The title of the shown dates, and the buttons that change view and date. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { view, span, date, onView, onStep, onToday, onNew, onAvailability, onDownload } = props;
  const unit = span === 'agenda' ? 'two weeks' : span === 'days' ? 'three days' : LABELS[span].toLowerCase();
  return (
    <Group justify="space-between" gap="12px 24px" mb="md" className={classes.toolbar}>
      <Group justify="space-between" gap="8px 16px" w={WIDTH}>
        <Title order={1} miw={{ sm: 240 }} fz={{ base: 22, sm: 28 }} aria-live="polite">
          {titleOf(span, date)}
        </Title>
        <Group gap={4} wrap="nowrap" data-reads>
          <IconButton label={`Previous ${unit}`} icon={IconChevronLeft} iconSize={20} onClick={() => onStep(-1)} />
          <Button variant="default" size="sm" px="sm" onClick={onToday} aria-keyshortcuts="t">
            Today
          </Button>
          <IconButton label={`Next ${unit}`} icon={IconChevronRight} iconSize={20} onClick={() => onStep(1)} />
        </Group>
      </Group>
      <Group justify="space-between" gap="sm" w={WIDTH}>
        <SegmentedControl
          aria-label="View"
          data-reads
          value={view}
          onChange={(value) => onView(VIEWS.find((name) => name === value) ?? 'week')}
          data={VIEWS.map((value) => ({ value, label: LABELS[value] }))}
        />
        <LateMenu
          position="bottom-end"
          target={(button) => (
            <ActionIcon {...button} variant="default" size={36} aria-label="More">
              <IconDots size={20} stroke={1.75} />
            </ActionIcon>
          )}
        >
          {(Menu) => (
            <>
              <Menu.Item leftSection={<IconClock size={18} stroke={1.75} />} onClick={onAvailability}>
                Availability and session types
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload size={18} stroke={1.75} />} onClick={onDownload}>
                Download these days (.ics)
              </Menu.Item>
            </>
          )}
        </LateMenu>
        <Button leftSection={<IconPlus size={18} />} onClick={onNew} aria-keyshortcuts="n" className={classes.create}>
          New session
        </Button>
      </Group>
    </Group>
  );
}
