/** A whole number as text, short enough to be exact as a number: how a query string holds one. */
export const WHOLE_NUMBER = /^-?\d{1,15}$/;
