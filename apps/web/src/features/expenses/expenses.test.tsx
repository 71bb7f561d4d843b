import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aListOf, anExpense, EXPENSE_ID } from '../../../test/business.ts';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ExpenseList } from './expense-list.tsx';
import { readExpensesSearch } from './expenses.search.ts';

const PAGE = `/coach/${COACH_ID}/expenses`;
const LIST = 'GET /rest/v1/expenses';
const onPlus = () => {
  const session = aCoach();
  return { ...session, plan: { ...session.plan, plan: 'plus' as const, subscription_status: 'active' } };
};
beforeEach(() => server.on('GET /rest/v1/expenses/payees', { payees: [{ payee: 'Studio One', category: 'Rent' }] }));

/** The list alone. */
const openList = () => mount(<ExpenseList coachId={COACH_ID} search={{}} whenNone={null} onEdit={() => undefined} />);

describe('the expenses', () => {
  it('are listed with their sum, and those of a bank and of a rule are marked', async () => {
    server.on(LIST, aListOf(anExpense(), anExpense({ id: COACH_ID, payee: 'Bank', source: 'import' })));
    await openList();
    expect(await screen.findByText('2 expenses, $620')).toBeDefined();
    expect(screen.getByText('Imported')).toBeDefined();
  });

  it('are deleted at once and restored with the toast', async () => {
    const restored: unknown[] = [];
    const { id: _, receipt: _receipt, source: _source, version: _version, ...expense } = anExpense();
    const deleted = { expense, origin: { source: 'manual', sourceId: null, originKey: null } };
    server.on(LIST, aListOf(anExpense()));
    server.on(`DELETE /rest/v1/expenses/${EXPENSE_ID}`, { deleted });
    server.on(`POST /rest/v1/expenses/${EXPENSE_ID}/restore`, async (request) => {
      restored.push(await request.json());
      return json({ expenseId: EXPENSE_ID });
    });
    await openList();
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for Studio One' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete expense' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(restored).toMatchObject([{ expense: { amountCents: 62_000 }, origin: { source: 'manual' } }]),
    );
  });
});

it.each([
  [{}, {}],
  [{ view: 'board', sort: 'newest', from: '2026-02-30' }, {}],
  [{ category: 'Two\nlines', currency: 'usd', receipt: 'yes' }, {}],
  [
    { view: 'recurring', category: 'Rent', currency: 'EUR', from: '2026-01-01', receipt: 'missing', sort: 'payee' },
    { view: 'recurring', category: 'Rent', currency: 'EUR', from: '2026-01-01', receipt: 'missing', sort: 'payee' },
  ],
])('the address %o means %o', (search, read) => {
  expect(readExpensesSearch(search)).toEqual(read);
});

describe('the expenses in the app', () => {
  it('are added with an amount in their currency', async () => {
    const sent: unknown[] = [];
    server.on(LIST, aListOf());
    await openApp(PAGE, onPlus());
    fireEvent.click(await screen.findByRole('button', { name: 'Add your first expense' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New expense' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Add expense' }));
    expect(await dialog.findByText('Please enter an amount')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '19.99' } });
    fireEvent.change(dialog.getByLabelText('Payee', { selector: 'input' }), { target: { value: 'Studio One' } });
    // A known payee brings its category along.
    await waitFor(() =>
      expect(dialog.getByLabelText('Category', { selector: 'input' })).toHaveProperty('value', 'Rent'),
    );
    fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-02' } });
    server.onAny('PUT', /^\/rest\/v1\/expenses\//, async (request) => {
      sent.push(await request.json());
      return json(anExpense());
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Add expense' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { basedOn: 0, expense: { amountCents: 1999, payee: 'Studio One', category: 'Rent', occurredOn: '2026-11-02' } },
      ]),
    );
  });

  it('of a file are compared before they are added, and an order of days that is open is asked for', async () => {
    const parts: { dryRun: boolean; rows: unknown[] }[] = [];
    server.on(LIST, aListOf());
    server.on('POST /rest/v1/expenses/import', async (request) => {
      const part = await request.json();
      parts.push(part);
      return json({ added: part.rows.length, known: 0 });
    });
    await openApp(PAGE, onPlus());
    fireEvent.click(await screen.findByRole('button', { name: 'More about expenses' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Import from your bank' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import expenses' }));
    const cells = 'Date\tPayee\tAmount\n03/04/2026\tStudio One\t-10\n05/04/2026\tNina\t20';
    fireEvent.change(await dialog.findByLabelText('Cells'), { target: { value: cells } });
    fireEvent.click(dialog.getByRole('button', { name: 'Read cells' }));
    expect(await dialog.findByText('Choose the date format of this file.')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Date format'), { target: { value: 'dmy' } });
    expect(await dialog.findByText('1 row will be added.')).toBeDefined();
    expect(dialog.getByText('1 row of income skipped.')).toBeDefined();
    expect(parts).toMatchObject([{ dryRun: true, rows: [{ occurredOn: '2026-04-03', category: 'Rent', nth: 1 }] }]);
  });
});
