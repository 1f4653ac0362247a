package dev.ax.contract;

/** Reads the small bodies that stand beside the task's: all faults, never an exception. */
final class Bodies {

    private static final byte[] EMPTY_OBJECT = {'{', '}'};

    private Bodies() {}

    /** Reads the members of one body, and makes its value once they are read. */
    interface Shape<T> {
        /** Passes the value of the member; notes its faults. */
        void member(FieldReader fields, String name) throws MalformedJsonException;

        /** Judges what is missing, and answers the value; what it answers does not matter where there are faults. */
        T value(FieldReader fields);
    }

    /** Reads a body of at most {@code most} bytes; an empty one stands for {@code {}}. */
    static <T> Input<T> read(byte[] body, int most, Shape<T> shape) {
        if (body.length > most) {
            return new Input.Invalid<>(
                    Problem.tooLarge("the body has " + body.length + " bytes; at most " + most + " are taken"));
        }
        byte[] in = body.length == 0 ? EMPTY_OBJECT : body;
        Faults faults = new Faults();
        try {
            JsonReader walk = new JsonReader(in);
            Fingerprint.of(in, walk, faults); // for the names that come twice
            walk.expectEnd();
            FieldReader fields = new FieldReader(new JsonReader(in), faults);
            T value = null;
            if (fields.openObject("")) {
                while (fields.json().nextMember()) {
                    shape.member(fields, fields.json().name());
                }
                value = shape.value(fields);
            }
            return faults.none() ? new Input.Valid<>(value) : new Input.Invalid<>(Problem.invalid(faults.list()));
        } catch (MalformedJsonException e) {
            return new Input.Invalid<>(Problem.invalid("the body is not JSON: " + e.getMessage()));
        }
    }
}
