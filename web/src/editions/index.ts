// The one place that knows which editions have parts of their own.
import "./outpost";
