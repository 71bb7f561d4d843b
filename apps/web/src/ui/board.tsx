import { useDroppable } from '@dnd-kit/core';
import { Anchor, Box, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './board.module.css';
import { DragContext, useDragged } from './drag-context.tsx';
import { IconButton } from './icon-button.tsx';
import { LateMenu } from './late-menu.tsx';
import { Muted } from './muted.tsx';

/** A card of a board, in the column whose id is `column`. */
export type BoardItem<Column extends string> = {
  id: string;
  name: string;
  column: Column;
  /** The page that the name leads to. */
  href: string;
  details: ReactNode;
};

export type BoardColumn<Column extends string> = {
  id: Column;
  label: string;
  /** How many items the column has, of which `items` may be the first. */
  count: string;
  aside?: ReactNode;
  items: readonly BoardItem<Column>[];
  whenEmpty: string;
  /** Leads to the items that are not shown. */
  more?: ReactNode;
};

/** More columns than this are narrower. */
const MANY = 5;

type BoardProps<Column extends string> = {
  label: string;
  columns: readonly BoardColumn<Column>[];
  onMove: (id: string, to: Column) => void;
  /** The latest move, for screen readers. */
  said: string;
};

/** Items in columns. They move by dragging, with a menu, and with Alt and the arrow keys. */
export function Board<Column extends string>({ label, columns, onMove, said }: BoardProps<Column>) {
  const narrow = { 'data-many': columns.length > MANY || undefined };
  return (
    <>
      <DragArea columns={columns} onMove={onMove}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
        <section className={classes.board} aria-label={label} tabIndex={0} {...narrow}>
          {columns.map((column) => (
            <BoardColumnView key={column.id} column={column} columns={columns} onMove={onMove} />
          ))}
        </section>
      </DragArea>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

/**
 * Keeps the focus on a moved card, which is a new element in another column. `data` is what the board shows.
 * @returns names the card that moves
 */
export function useMovedFocus(data: unknown): (id: string) => void {
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const card = data && focused.current && document.querySelector(`[data-card="${focused.current}"] a`);
    if (!(card instanceof HTMLElement) || document.activeElement === card) return;
    if (document.activeElement === document.body) card.focus();
    focused.current = null;
  }, [data]);
  return (id) => {
    focused.current = id;
  };
}

type DragAreaProps<Column extends string> = Pick<BoardProps<Column>, 'columns' | 'onMove'> & { children: ReactNode };

function DragArea<Column extends string>({ columns, onMove, children }: DragAreaProps<Column>) {
  const [dragged, setDragged] = useState<BoardItem<Column> | null>(null);
  return (
    <DragContext
      overlay={dragged && <div className={classes.dragged}>{dragged.name}</div>}
      onDragStart={({ active }) =>
        setDragged(columns.flatMap(({ items }) => items).find(({ id }) => id === active.id) ?? null)
      }
      onDragEnd={({ over }) => {
        setDragged(null);
        const to = columns.find(({ id }) => id === over?.id);
        if (dragged && to && to.id !== dragged.column) onMove(dragged.id, to.id);
      }}
      onDragCancel={() => setDragged(null)}
    >
      {children}
    </DragContext>
  );
}

type ColumnProps<Column extends string> = Pick<BoardProps<Column>, 'columns' | 'onMove'> & {
  column: BoardColumn<Column>;
};

function BoardColumnView<Column extends string>({ column, columns, onMove }: ColumnProps<Column>) {
  const { id, label, count, aside, items, whenEmpty, more } = column;
  const { setNodeRef, isOver } = useDroppable({ id });
  return (
    <section className={classes.column} aria-label={label} ref={setNodeRef} data-over={isOver || undefined}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap={6} wrap="nowrap">
          <Title order={2} size="h4">
            {label}
          </Title>
          <Text size="sm" c="dimmed">
            {count}
          </Text>
        </Group>
        <Text size="sm" fw={600}>
          {aside}
        </Text>
      </Group>
      <ul className={classes.cards}>
        {items.map((item) => (
          <BoardCard key={item.id} item={item} columns={columns} onMove={onMove} />
        ))}
      </ul>
      {items.length === 0 && <Muted>{whenEmpty}</Muted>}
      {more}
    </section>
  );
}

/** Steps to another column for the keys that move a card. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

type CardProps<Column extends string> = Pick<BoardProps<Column>, 'columns' | 'onMove'> & { item: BoardItem<Column> };

function BoardCard<Column extends string>({ item, columns, onMove }: CardProps<Column>) {
  const { id, name, column, href, details } = item;
  const drag = useDragged(id);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const at = columns.findIndex((one) => one.id === column);
    const to = event.altKey && step !== undefined && columns[at + step];
    if (!to) return;
    event.preventDefault();
    onMove(id, to.id);
  };
  return (
    <li className={classes.card} data-card={id} {...drag}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap={4}>
        <Box miw={0}>
          <Anchor
            component={Link}
            to={href}
            c="inherit"
            fw={600}
            className={classes.name}
            draggable={false}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
            onKeyDown={press}
          >
            {name}
          </Anchor>
          {details}
        </Box>
        <MoveMenu item={item} columns={columns} onMove={onMove} />
      </Group>
    </li>
  );
}

/** The other columns that a card can move to. */
const MoveMenu = <Column extends string>({ item, columns, onMove }: CardProps<Column>) => (
  <LateMenu
    position="bottom-end"
    portalProps={{ target: '#main' }}
    target={(button) => <IconButton {...button} label={`Move ${item.name}`} icon={IconDots} size={32} />}
  >
    {(Menu) => (
      <>
        {columns
          .filter(({ id }) => id !== item.column)
          .map(({ id, label }) => (
            <Menu.Item
              key={id}
              leftSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
              onClick={() => onMove(item.id, id)}
            >
              Move to {label}
            </Menu.Item>
          ))}
      </>
    )}
  </LateMenu>
);
