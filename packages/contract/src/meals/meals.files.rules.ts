// Plain HTTP instead of procedures, because the bodies are files: meal plans with their shopping lists as PDFs.

export const mealPlanPdfUrl = (coachId: string, planId: string): string =>
  `/exports/${coachId}/meal-plans/${planId}.pdf`;
/** The plan that the calling client follows today. */
export const OWN_MEAL_PLAN_PDF_URL = '/exports/own/meal-plan.pdf';
