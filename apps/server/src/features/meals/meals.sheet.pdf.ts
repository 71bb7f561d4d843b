import { type AmountReader, foodAmountText } from '@stridewell/contract/meals/meals.amounts.rules';
import { amountOfFood } from '@stridewell/contract/meals/meals.naming.rules';
import type { FoodChoice, MealPlan, MealPlanDay } from '@stridewell/contract/meals/meals.plan.rules';
import { AISLE_LABELS } from '@stridewell/contract/meals/meals.shopping.rules';
import {
  type FoodsById,
  nameOfChoice,
  needsOf,
  roundTotals,
  totalsOfDay,
} from '@stridewell/contract/meals/meals.totals.rules';
import { dateText } from '@stridewell/contract/time';
import { type EnergyUnit, energyText } from '@stridewell/contract/units';
import { accentOf, drawLine, INK, keepTogether, type PdfLook, renderPdf } from '../../platform/pdf/pdf.ts';
import { listFor } from './meals.own.service.ts';

type Pdf = PDFKit.PDFDocument;

/** A meal plan for printing, with its shopping list for one person and each of its days once. */
export type MealPlanSheet = {
  plan: MealPlan;
  foods: FoodsById;
  coachName: string;
  clientName: string | null;
  reader: AmountReader;
  energy: EnergyUnit;
  look: PdfLook | null;
};

const muted = (pdf: Pdf) => pdf.font('regular').fontSize(8.5).fillColor(INK.muted);
const body = (pdf: Pdf) => pdf.font('regular').fontSize(9.5).fillColor(INK.text);
const heading = (pdf: Pdf, { look }: MealPlanSheet) => pdf.font('bold').fontSize(14).fillColor(accentOf(look));

/** The sums of a day; none for a reader who does not see numbers. */
function sumsOf(day: MealPlanDay, { foods, reader, energy }: MealPlanSheet): string {
  if (reader.numbersOff) return '';
  const { kcal, protein, carbohydrate, fat } = roundTotals(totalsOfDay(day, foods));
  return `${energyText(kcal, energy, 10)}, protein ${protein} g, carbs ${carbohydrate} g, fat ${fat} g`;
}

const lineOf = (choice: FoodChoice, { foods, reader }: MealPlanSheet): string =>
  amountOfFood(foodAmountText(choice.amount, foods.get(choice.foodId), reader), nameOfChoice(choice, foods));

/** A time of day like `19:00` as people say it: `7:00 PM`. */
const timeText = (time: string): string =>
  dateText(new Date(`1970-01-01T${time}:00Z`), 'UTC', { hour: 'numeric', minute: '2-digit' });

function drawDay(pdf: Pdf, day: MealPlanDay, sheet: MealPlanSheet): void {
  keepTogether(pdf, 96);
  heading(pdf.moveDown(1), sheet).text(day.name);
  const sums = sumsOf(day, sheet);
  if (sums) muted(pdf).text(sums);
  for (const { name, time, note, options } of day.meals) {
    keepTogether(pdf, 48);
    pdf
      .moveDown(0.5)
      .font('bold')
      .fontSize(11)
      .fillColor(INK.text)
      .text(time ? `${name}, ${timeText(time)}` : name);
    if (note) muted(pdf).text(note);
    for (const [index, option] of options.entries()) {
      if (options.length > 1) body(pdf).text(option.name || `Option ${index + 1}`);
      for (const food of option.foods) {
        const swaps = food.swaps.map((swap) => lineOf(swap, sheet));
        body(pdf).text([lineOf(food, sheet), ...swaps].join(', or '));
      }
    }
  }
}

function drawList(pdf: Pdf, sheet: MealPlanSheet): void {
  const { plan, foods, reader } = sheet;
  const aisles = listFor(needsOf(plan.days, foods, 1), reader);
  if (aisles.length === 0) return;
  keepTogether(pdf, 96);
  heading(pdf.moveDown(1.5), sheet).text('Shopping list');
  muted(pdf).text('For one person and each day of the plan once.');
  for (const { aisle, lines } of aisles) {
    keepTogether(pdf, 48);
    pdf.moveDown(0.5).font('bold').fontSize(11).fillColor(INK.text).text(AISLE_LABELS[aisle]);
    drawLine(pdf);
    for (const { name, text } of lines) body(pdf).text(amountOfFood(text, name));
  }
}

/** Renders a meal plan as a PDF with the coach's name: its days, and what to buy. */
export function renderMealPlan(sheet: MealPlanSheet): Promise<Buffer> {
  const { plan, coachName, clientName, look } = sheet;
  const footer = `${plan.name}, by ${coachName}`;
  return renderPdf({ title: plan.name, author: coachName, footer, look }, (pdf) => {
    pdf.font('bold').fontSize(20).text(plan.name);
    pdf
      .font('regular')
      .fontSize(11)
      .fillColor(accentOf(look))
      .text(clientName ? `By ${coachName}, for ${clientName}` : `By ${coachName}`);
    if (plan.notes) body(pdf.moveDown(0.5)).text(plan.notes);
    for (const day of plan.days) drawDay(pdf, day, sheet);
    drawList(pdf, sheet);
  });
}
